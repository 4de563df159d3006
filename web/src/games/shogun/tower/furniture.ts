/** The tower and its tray as shapes in space, merged by what they are made of. */
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Color,
  ExtrudeGeometry,
  Matrix4,
  Shape,
  ShapeGeometry,
  Vector3,
} from 'three'
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js'
import { TOWER, TRAY } from './course'

export type Stuff = 'lacquer' | 'wood' | 'brass' | 'paper'
const RED = 0x7d130f
const BLACK = 0x1a1311
const DARK = 0x0d0807
const TILE = 0x4d5b66
const PALE = 0xe2b183
const HINOKI = 0xc69a62
const GOLD = 0xd9a93f
const LIGHT = 0xffe2a6

type Point = readonly [number, number, number]

class Workshop {
  readonly #parts: Record<Stuff, BufferGeometry[]> = { lacquer: [], wood: [], brass: [], paper: [] }

  add(stuff: Stuff, colour: number, geometry: BufferGeometry): void {
    const plain = geometry.index ? geometry.toNonIndexed() : geometry
    const { r, g, b } = new Color(colour)
    const count = plain.getAttribute('position').count
    const colours = new Float32Array(count * 3)
    for (let at = 0; at < count; at++) colours.set([r, g, b], at * 3)
    plain.setAttribute('color', new BufferAttribute(colours, 3))
    this.#parts[stuff].push(plain)
  }

  /** A block, by its middle. */
  box(stuff: Stuff, colour: number, size: Point, [x, y, z]: Point): void {
    this.add(stuff, colour, new BoxGeometry(...size).translate(x, y, z))
  }

  /** A board with four corners, seen from the side on which they go round to the left. */
  board(stuff: Stuff, colour: number, corners: readonly [Point, Point, Point, Point]): void {
    const [a, b, c, d] = corners
    const geometry = new BufferGeometry()
    geometry.setAttribute('position', new BufferAttribute(new Float32Array([a, b, c, a, c, d].flat()), 3))
    const uv = [0, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1]
    geometry.setAttribute('uv', new BufferAttribute(new Float32Array(uv), 2))
    geometry.computeVertexNormals()
    this.add(stuff, colour, geometry)
  }

  /** Four boards around the middle of the tower, from one rectangle to another. */
  skirt(stuff: Stuff, colour: number, low: Ring, high: Ring, inwards = false): void {
    const [a, b] = [corners(low), corners(high)]
    for (let side = 0; side < 4; side++) {
      const next = (side + 1) % 4
      const face = [a[side]!, a[next]!, b[next]!, b[side]!] as const
      this.board(stuff, colour, inwards ? [face[1], face[0], face[3], face[2]] : face)
    }
  }

  done(): Record<Stuff, BufferGeometry> {
    const merged = Object.entries(this.#parts).map(([stuff, parts]) => [stuff, mergeGeometries(parts)])
    return Object.fromEntries(merged) as Record<Stuff, BufferGeometry>
  }
}

interface Ring {
  half: number
  deep: number
  y: number
}
const MIDDLE = -TOWER.depth / 2

function corners({ half, deep, y }: Ring): Point[] {
  return [
    [-half, y, MIDDLE + deep],
    [half, y, MIDDLE + deep],
    [half, y, MIDDLE - deep],
    [-half, y, MIDDLE - deep],
  ]
}

export function furniture(): Record<Stuff, BufferGeometry> {
  const work = new Workshop()
  tray(work)
  walls(work)
  eave(work)
  funnel(work)
  characters(work)
  return work.done()
}

function tray(work: Workshop): void {
  const { half, depth, rim, front } = TRAY
  work.box('wood', HINOKI, [half * 2, 0.4, depth], [0, -0.2, depth / 2])
  work.box('lacquer', BLACK, [half * 2 + 1.3, 0.3, depth + 1.3], [0, -0.5, depth / 2])
  for (const side of [-1, 1]) {
    work.box('lacquer', RED, [0.5, rim, depth + 1], [side * (half + 0.25), rim / 2 - 0.3, depth / 2])
    const wide = half - TOWER.half
    work.box('lacquer', RED, [wide, rim, 0.5], [side * (TOWER.half + wide / 2), rim / 2 - 0.3, -0.25])
    for (const z of [-0.25, depth + 0.25]) {
      const high = z > 0 ? front + 0.45 : rim + 0.15
      work.box('brass', GOLD, [0.8, high, 0.8], [side * (half + 0.25), high / 2 - 0.3, z])
    }
  }
  work.box('lacquer', RED, [half * 2 + 1, front, 0.5], [0, front / 2 - 0.3, depth + 0.25])
}

function archway(radius: number): Shape {
  const spring = TOWER.arch - TOWER.mouth
  const arch = new Shape()
  arch.moveTo(-radius, 0).lineTo(radius, 0).lineTo(radius, spring)
  arch.absarc(0, spring, radius, 0, Math.PI, false)
  return arch.lineTo(-radius, 0) as Shape
}

function walls(work: Workshop): void {
  const { half, depth, height, mouth } = TOWER
  const front = new Shape()
  front.moveTo(-half, -0.3).lineTo(half, -0.3).lineTo(half, height).lineTo(-half, height).lineTo(-half, -0.3)
  front.holes.push(archway(mouth))
  work.add(
    'lacquer',
    RED,
    new ExtrudeGeometry(front, { depth: 0.4, bevelEnabled: false }).translate(0, 0, -0.4),
  )
  const trim = archway(mouth + 0.16)
  trim.holes.push(archway(mouth - 0.02))
  work.add('brass', GOLD, new ExtrudeGeometry(trim, { depth: 0.14, bevelEnabled: false }))
  for (const side of [-1, 1]) {
    work.box(
      'lacquer',
      RED,
      [0.4, height + 0.3, depth - 0.4],
      [side * (half - 0.2), height / 2 - 0.15, MIDDLE - 0.2],
    )
    work.board('wood', DARK, inner(side))
    work.box('brass', GOLD, [0.55, 0.55, 0.5], [side * half * 0.97, 0.1, 0.05])
    work.box('brass', GOLD, [0.6, 0.35, 0.5], [side * (half - 0.2), height - 0.15, 0.02])
  }
  work.box('lacquer', RED, [half * 2, height + 0.3, 0.4], [0, height / 2 - 0.15, 0.2 - depth])
  // Darkness, and a dark slope that leads out of it.
  work.board('wood', DARK, [
    [-half, 0, -depth + 0.45],
    [half, 0, -depth + 0.45],
    [half, 6, -depth + 0.45],
    [-half, 6, -depth + 0.45],
  ])
  work.board('wood', 0x3a2415, [
    [-mouth, 0.01, 0.1],
    [mouth, 0.01, 0.1],
    [mouth, 1.6, -depth + 0.4],
    [-mouth, 1.6, -depth + 0.4],
  ])
  window(work)
}

/** The dark inner side of a wall. */
function inner(side: number): readonly [Point, Point, Point, Point] {
  const x = side * (TOWER.half - 0.42)
  const [back, front] = [-TOWER.depth, -0.3]
  const [a, b] = side < 0 ? [front, back] : [back, front]
  return [
    [x, 0, a],
    [x, 0, b],
    [x, 6, b],
    [x, 6, a],
  ]
}

function window(work: Workshop): void {
  const [wide, low, high] = [1.85, 5.9, 8.6]
  const middle = (low + high) / 2
  work.board('paper', LIGHT, [
    [-wide, low, 0.03],
    [wide, low, 0.03],
    [wide, high, 0.03],
    [-wide, high, 0.03],
  ])
  for (let bar = 0; bar <= 8; bar++) {
    work.box('lacquer', BLACK, [0.09, high - low, 0.12], [-wide + (bar * wide) / 4, middle, 0.07])
  }
  for (let bar = 0; bar <= 4; bar++) {
    work.box('lacquer', BLACK, [wide * 2 + 0.1, 0.09, 0.12], [0, low + ((high - low) * bar) / 4, 0.08])
  }
}

function eave(work: Workshop): void {
  const low = { half: TOWER.half + 1.25, deep: TOWER.depth / 2 + 1.25, y: 4.35 }
  const high = { half: TOWER.half + 0.02, deep: TOWER.depth / 2 + 0.02, y: 5.5 }
  work.skirt('wood', TILE, low, high)
  work.skirt('lacquer', BLACK, { ...low, half: TOWER.half, deep: TOWER.depth / 2 }, low, true)
  for (const [at, [x, y, z]] of corners(low).entries()) {
    work.box('brass', GOLD, [0.4, 0.4, 0.4], [x, y, z])
    const next = corners(low)[(at + 1) % 4]!
    const [a, b] = [corners(high)[at]!, corners(high)[(at + 1) % 4]!]
    const ribs = 14
    for (let rib = 1; rib < ribs; rib++) ridge(work, mix([x, y, z], next, rib / ribs), mix(a, b, rib / ribs))
  }
}

function mix(a: Point, b: Point, part: number): Vector3 {
  return new Vector3(...a).lerp(new Vector3(...b), part)
}

/** A row of roof tiles, from the edge up. */
function ridge(work: Workshop, from: Vector3, to: Vector3): void {
  const rib = new BoxGeometry(0.16, 0.1, from.distanceTo(to))
  const turn = new Matrix4().lookAt(from, to, new Vector3(0, 1, 0))
  const middle = from.clone().add(to).divideScalar(2)
  work.add('wood', 0x6b7a85, rib.applyMatrix4(turn).translate(middle.x, middle.y, middle.z))
}

const THROAT: Ring = { half: TOWER.half - 0.1, deep: TOWER.depth / 2 - 0.1, y: TOWER.height }
const BRIM: Ring = { half: TOWER.funnel, deep: TOWER.funnel - 0.55, y: TOWER.brim }

function funnel(work: Workshop): void {
  const wider = ({ half, deep, y }: Ring, by: number): Ring => ({ half: half + by, deep: deep + by, y })
  work.skirt('lacquer', RED, wider(THROAT, 0.2), wider(BRIM, 0.1))
  work.skirt('wood', PALE, THROAT, wider(BRIM, -0.2), true)
  // What is below the throat nobody sees.
  const { half, deep, y } = THROAT
  work.board('wood', DARK, [
    [-half, y - 1.2, MIDDLE + deep],
    [half, y - 1.2, MIDDLE + deep],
    [half, y - 1.2, MIDDLE - deep],
    [-half, y - 1.2, MIDDLE - deep],
  ])
  frame(work, BRIM, 0.5)
  frame(work, { ...wider(THROAT, 0.15), y: TOWER.height + 0.05 }, 0.35)
}

/** Black laths around a rectangle. */
function frame(work: Workshop, { half, deep, y }: Ring, thick: number): void {
  for (const side of [-1, 1]) {
    work.box('lacquer', BLACK, [half * 2 + thick, thick, thick], [0, y, MIDDLE + side * deep])
    work.box('lacquer', BLACK, [thick, thick, deep * 2 + thick], [side * half, y, MIDDLE])
  }
}

/** Brush strokes of the two characters of the name: points, each with the brush's width there. */
const STROKES: readonly (readonly [number, number, number][])[] = [
  [
    [-4.3, 1.6, 0.16],
    [-1.1, 1.75, 0.24],
  ],
  [
    [-4.7, 0.6, 0.16],
    [-0.7, 0.75, 0.26],
  ],
  [
    [-2.7, 1.7, 0.24],
    [-2.9, 0.4, 0.24],
    [-4.6, -1.1, 0.06],
  ],
  [
    [-2.7, 0.6, 0.14],
    [-1.9, -0.4, 0.22],
    [-0.6, -1.1, 0.34],
  ],
  [
    [0.7, 1.5, 0.16],
    [4.6, 1.65, 0.28],
  ],
  [
    [2.5, 1.5, 0.24],
    [2.5, -1.3, 0.14],
  ],
  [
    [2.8, 0.7, 0.1],
    [3.9, -0.1, 0.34],
  ],
]

/** The name of the house in gold on the funnel's front. */
function characters(work: Workshop): void {
  const slope = new Vector3(0, BRIM.y - THROAT.y, BRIM.deep - THROAT.deep)
  const lean = Math.atan2(slope.z, slope.y)
  const place = new Matrix4().makeTranslation(
    0,
    (BRIM.y + THROAT.y) / 2,
    MIDDLE + (BRIM.deep + THROAT.deep) / 2 + 0.2,
  )
  place.multiply(new Matrix4().makeRotationX(lean)).multiply(new Matrix4().makeScale(0.56, 0.56, 1))
  for (const stroke of STROKES)
    work.add('brass', GOLD, new ShapeGeometry(brushed(stroke)).applyMatrix4(place))
}

/** A stroke's outline: along one side and back along the other. */
function brushed(stroke: (typeof STROKES)[number]): Shape {
  const sides = stroke.map(([x, y, width], at) => {
    const [x0, y0] = stroke[Math.max(0, at - 1)]!
    const [x1, y1] = stroke[Math.min(stroke.length - 1, at + 1)]!
    const length = Math.hypot(x1 - x0, y1 - y0)
    const [nx, ny] = [(-(y1 - y0) / length) * width, ((x1 - x0) / length) * width]
    return { left: [x + nx, y + ny] as const, right: [x - nx, y - ny] as const }
  })
  const shape = new Shape()
  for (const [at, [x, y]] of [
    ...sides.map((s) => s.left),
    ...sides.toReversed().map((s) => s.right),
  ].entries()) {
    if (at) shape.lineTo(x, y)
    else shape.moveTo(x, y)
  }
  return shape
}
