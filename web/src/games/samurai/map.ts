/**
 * The board: hexes, where they stand, what they touch.
 *
 * `map.json` is the map as letters, north up: a column of hexes is two letters wide, a row two lines
 * high, and odd columns stand half a row lower. Digits are sea, with the smallest number of players
 * whose board has it; letters are land of Honshu, Kyushu, Shikoku or Hokkaido (o), capitals the
 * settlements. Lengths are in units of a hex's side.
 */
import map from './map.json'
import type { HexName } from './view'

export interface Point {
  x: number
  y: number
}

export interface Hex extends Point {
  name: HexName
  sea: boolean
  settlement: boolean
  /** The smallest number of players whose board has it. */
  board: number
}

const BOARD_OF: Record<string, number> = { h: 2, k: 3, s: 3, o: 4 }
const ROOT3 = Math.sqrt(3)

function two(number: number): string {
  return String(number).padStart(2, '0')
}

function hexAt(letter: string, column: number, line: number): Hex {
  return {
    name: `c${two(column)}r${two(Math.floor(line / 2))}`,
    sea: /\d/.test(letter),
    settlement: /[A-Z]/.test(letter),
    board: BOARD_OF[letter.toLowerCase()] ?? Number(letter),
    x: 1.5 * column,
    y: (ROOT3 / 2) * line,
  }
}

const HEXES: Hex[] = map.rows.flatMap((row, line) =>
  [...row].flatMap((letter, at) => (letter === ' ' ? [] : [hexAt(letter, at / 2, line)])),
)

const SETTLEMENTS: Record<HexName, string> = map.settlements

/** The name of the settlement on a hex, if there is one. */
export function settlementOn(name: HexName): string | undefined {
  return SETTLEMENTS[name]
}

const boards = new Map<number, readonly Hex[]>()

/** The hexes of the board for so many players. */
export function hexesOf(players: number): readonly Hex[] {
  if (!boards.has(players)) {
    boards.set(
      players,
      HEXES.filter(({ board }) => board <= players),
    )
  }
  return boards.get(players)!
}

const near = (a: Point, b: Point): boolean => Math.hypot(a.x - b.x, a.y - b.y) < 1.8

const NEIGHBOURS = new Map(
  HEXES.map((hex) => [hex.name, HEXES.filter((other) => other !== hex && near(hex, other))]),
)

/** The hexes that a hex touches, on the largest board. */
export function neighbours(name: HexName): Hex[] {
  return NEIGHBOURS.get(name) ?? []
}

const BY_NAME = new Map(HEXES.map((hex) => [hex.name, hex]))

export function isHex(name: string): boolean {
  return BY_NAME.has(name)
}

export function hexNamed(name: HexName): Hex {
  const hex = BY_NAME.get(name)
  if (!hex) throw new Error(`no hex ${name}`)
  return hex
}

/** A board laid out in a box, turned so that it makes good use of it. */
export interface Layout {
  /** Whether hexes stand on a corner. */
  turned: boolean
  /** Side of a hex. */
  side: number
  width: number
  height: number
  at(name: HexName): Point
}

interface Extent {
  left: number
  top: number
  width: number
  height: number
}

/** The side of a hex, in pixels, below which a board has buttons to zoom. */
export const SMALL = 24

/** By how much a board can be turned, in degrees; the first two are as on most maps. */
export const ANGLES = [30, 0, 60, -30, -60]

const standsOnCorner = (angle: number): boolean => angle % 60 !== 0

function place(hex: Point, angle: number): Point {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
  return { x: hex.x * cos - hex.y * sin, y: hex.x * sin + hex.y * cos }
}

/** Water around the outermost hexes. */
const MARGIN = 0.3

const extents = new Map<string, Extent>()

/** What a board covers when it is turned; asked for many times, until the best place for it is found. */
function extentOf(players: number, angle: number): Extent {
  const key = `${players} ${angle}`
  if (!extents.has(key)) extents.set(key, extent(hexesOf(players), angle))
  return extents.get(key)!
}

function extent(hexes: readonly Hex[], angle: number): Extent {
  const points = hexes.map((hex) => place(hex, angle))
  const [across, down] = standsOnCorner(angle)
    ? [ROOT3 / 2 + MARGIN, 1 + MARGIN]
    : [1 + MARGIN, ROOT3 / 2 + MARGIN]
  const left = Math.min(...points.map((p) => p.x)) - across
  const top = Math.min(...points.map((p) => p.y)) - down
  return {
    left,
    top,
    width: Math.max(...points.map((p) => p.x)) + across - left,
    height: Math.max(...points.map((p) => p.y)) + down - top,
  }
}

/** The board turned by an angle, as large as it fits beside what is kept free at the left and the top. */
export function layOut(
  players: number,
  width: number,
  height: number,
  angle: number,
  { left = 0, top = 0 } = {},
): Layout {
  const box = extentOf(players, angle)
  const side = Math.min((width - left) / box.width, (height - top) / box.height)
  const [x, y] = [(width + left - box.width * side) / 2, (height + top - box.height * side) / 2]
  return {
    turned: standsOnCorner(angle),
    side,
    width,
    height,
    at(name) {
      const point = place(hexNamed(name), angle)
      return { x: x + (point.x - box.left) * side, y: y + (point.y - box.top) * side }
    },
  }
}

const ORIGIN: Point = { x: 0, y: 0 }

/** A hexagon around a point as path data; `turned` ones stand on a corner. */
export function hexagon(radius: number, turned: boolean, { x, y } = ORIGIN): string {
  const corners = [0, 1, 2, 3, 4, 5].map((k) => {
    const angle = (Math.PI / 3) * k + (turned ? Math.PI / 6 : 0)
    return `${(x + radius * Math.cos(angle)).toFixed(2)} ${(y + radius * Math.sin(angle)).toFixed(2)}`
  })
  return `M${corners.join('L')}Z`
}

/** The item nearest to a point in a direction (a key's arrow), or none. */
export function towards<T extends Point>(from: Point, items: T[], key: string): T | null {
  const arrows: Record<string, Point> = {
    ArrowLeft: { x: -1, y: 0 },
    ArrowRight: { x: 1, y: 0 },
    ArrowUp: { x: 0, y: -1 },
    ArrowDown: { x: 0, y: 1 },
  }
  const arrow = arrows[key]
  if (!arrow) return null
  let [best, least]: [T | null, number] = [null, Infinity]
  for (const item of items) {
    const [dx, dy] = [item.x - from.x, item.y - from.y]
    const along = dx * arrow.x + dy * arrow.y
    if (along < 1) continue
    // What lies to the side counts double, so that a row is walked before the next one.
    const cost = along + 2 * Math.abs(dx * arrow.y - dy * arrow.x)
    if (cost < least) [best, least] = [item, cost]
  }
  return best
}
