/** The map as a painting on silk: washes of colour, a country in each province, rivers, the wall, inked borders. */
import { generator } from '../../lib/chance'
import { ribbon } from '../../print/ink'
import { clear, waterLines, type Colours, type Sheet } from '../../print/sheet'
import { BORDERS, OUTLINES, RIVERS, SEA, SEATS, SHORE, WALL } from './map'
import { paint } from './painting'
import { CROSSINGS, INSCRIPTIONS, SCENERY, WILDS } from './scenery'
import { PROVINCES, type ProvinceName } from './view'

type On = CanvasRenderingContext2D

/** Wide enough for wide tables; beyond it the silk goes on without a picture. */
export const SHEET: Sheet = { x: -500, y: -140, width: 2000, height: 1080 }
/** The land's tint of each province. */
export const REGIONS: Record<ProvinceName, number> = { QIN: 4, CHU: 0, 'JIN-YAN': 3, 'HAN-QI': 1, WU: 2 }
/** The brush with which the lands are named: it must be there before the map is painted. */
export const BRUSH = "34px 'Yuji Boku'"
export const SIGNS = Object.values(INSCRIPTIONS)
  .map(([signs]) => signs)
  .join('')

export function print(on: On, colours: Colours): void {
  on.fillStyle = colours('--silk')
  on.fillRect(SHEET.x, SHEET.y, SHEET.width, SHEET.height)
  sea(on, colours)
  for (const name of PROVINCES) {
    wash(on, name, colours)
    ground(on, name, colours)
  }
  paint(on, [...WILDS, ...PROVINCES.flatMap((name) => SCENERY[name])], colours)
  inscribe(on, colours)
  on.fillStyle = colours('--key')
  for (const [at, { between, points }] of BORDERS.entries())
    on.fill(ribbon(points, between[1] === 'sea' || between[1] === 'land' ? 4.4 : 3, at + 3))
  for (const river of RIVERS) flow(on, new Path2D(river), colours)
  wall(on, colours)
  paint(on, CROSSINGS, colours)
  weave(on, colours)
}

/** Pale at the coast, deeper far out, with lines that follow the shore. */
function sea(on: On, colours: Colours): void {
  const water = new Path2D(SEA)
  on.save()
  on.fillStyle = colours('--silk-sea')
  on.fill(water)
  on.clip(water)
  const deep = on.createLinearGradient(860, 0, 1400, 160)
  deep.addColorStop(0, clear(colours('--silk-azure')))
  deep.addColorStop(1, colours('--silk-azure'))
  on.fillStyle = deep
  on.fill(water)
  const coast = new Path2D(SHORE)
  on.strokeStyle = colours('--silk-foam')
  for (let width = 14; width <= 110; width += 16) {
    on.globalAlpha = 0.16 - width / 900
    on.lineWidth = width
    on.stroke(coast)
  }
  on.globalAlpha = 1
  waterLines(on, coast, colours, 1.6)
  on.restore()
  on.strokeStyle = colours('--key')
  on.lineWidth = 2.4
  on.stroke(coast)
}

/** How bare ground is marked in each province: loess, reeds, grass, furrows, wet fields. */
const GROUND: Record<ProvinceName, string> = {
  QIN: 'M-9 0Q-4-3 0 0T9 0',
  CHU: 'M-4 4-5-5M0 4V-7M4 4 6-4',
  'JIN-YAN': 'M-5 3Q-4-2-6-4M-1 3Q-1-3 0-6M3 3Q4-1 7-3',
  'HAN-QI': 'M-8-3H6M-6 1H8M-8 5H5',
  WU: 'M-8 0Q-6-2-4 0T0 0 4 0 8 0M-4 4Q-2 2 0 4T4 4',
}
const TUFTS = 110

/** Strewn by chance from a fixed seed, weak enough to stand on. */
function ground(on: On, name: ProvinceName, colours: Colours): void {
  const random = generator(PROVINCES.indexOf(name) * 7919 + 5)
  const [mark, [sx, sy]] = [new Path2D(GROUND[name]), SEATS[name]]
  on.save()
  on.clip(new Path2D(OUTLINES[name]))
  on.strokeStyle = colours('--key')
  on.lineCap = 'round'
  on.globalAlpha = 0.26
  for (let left = TUFTS; left > 0; left--) {
    on.save()
    on.translate(sx + (random() - 0.5) * 620, sy + (random() - 0.5) * 440)
    on.scale(0.7 + random() * 0.4, 0.7 + random() * 0.4)
    on.lineWidth = 1.1
    on.stroke(mark)
    on.restore()
  }
  on.restore()
}

/** A province's tint, deeper along its border, bare silk in the middle. */
function wash(on: On, name: ProvinceName, colours: Colours): void {
  const path = new Path2D(OUTLINES[name])
  on.save()
  on.clip(path)
  on.globalAlpha = 0.74
  on.fillStyle = colours(`--region-${REGIONS[name]}`)
  on.fill(path)
  on.strokeStyle = colours(`--deep-${REGIONS[name]}`)
  for (const [width, strength] of [
    [12, 0.34],
    [30, 0.16],
    [60, 0.1],
    [100, 0.07],
  ] as const) {
    on.lineWidth = width
    on.globalAlpha = strength
    on.stroke(path)
  }
  on.restore()
}

/** The threads of the cloth over all that is painted: no two are equally thick. */
function weave(on: On, colours: Colours): void {
  const random = generator(11)
  const [right, below] = [SHEET.x + SHEET.width, SHEET.y + SHEET.height]
  on.save()
  on.lineCap = 'butt'
  for (const [token, strength] of [
    ['--key', 0.075],
    ['--cut-thread', 0.13],
  ] as const) {
    on.strokeStyle = colours(token)
    for (let y = SHEET.y + random() * 2; y < below; y += 2.2 + random() * 1.4) {
      on.globalAlpha = strength * random()
      on.lineWidth = 0.5 + random() * 0.9
      line(on, SHEET.x, y, right, y)
    }
    for (let x = SHEET.x + random() * 3; x < right; x += 3.2 + random() * 2) {
      on.globalAlpha = strength * 0.8 * random()
      on.lineWidth = 0.4 + random() * 0.6
      line(on, x, SHEET.y, x, below)
    }
  }
  on.restore()
}

function line(on: On, x: number, y: number, toX: number, toY: number): void {
  on.beginPath()
  on.moveTo(x, y)
  on.lineTo(toX, toY)
  on.stroke()
}

/** The lands' names, written downwards. */
function inscribe(on: On, colours: Colours): void {
  on.save()
  on.fillStyle = colours('--ink')
  on.globalAlpha = 0.5
  on.font = BRUSH
  on.textAlign = 'center'
  on.textBaseline = 'middle'
  for (const [signs, [x, y]] of Object.values(INSCRIPTIONS))
    for (const [at, sign] of [...signs].entries()) on.fillText(sign, x, y + at * 36)
  on.restore()
}

/** A river between its banks, and how it runs. */
function flow(on: On, river: Path2D, colours: Colours): void {
  on.save()
  on.lineCap = 'round'
  for (const [token, width, dash] of [
    ['--key', 11, []],
    ['--silk-sea', 8, []],
    ['--silk-foam', 1.3, [22, 9, 8, 12]],
    ['--silk-azure', 1.1, [9, 17, 26, 11]],
  ] as const) {
    on.strokeStyle = colours(token)
    on.lineWidth = width
    on.setLineDash([...dash])
    on.stroke(river)
    on.translate(0, dash.length ? 2 : 0)
  }
  on.restore()
}

/** The wall with its towers. */
function wall(on: On, colours: Colours): void {
  const way = new Path2D(WALL)
  on.save()
  on.lineCap = 'butt'
  for (const [token, width, dash] of [
    ['--key', 15, []],
    ['--cut-wall', 12, []],
    ['--key', 12, [1.2, 8]],
    ['--cut-wall', 6, []],
    ['--key', 0.8, []],
  ] as const) {
    on.strokeStyle = colours(token)
    on.lineWidth = width
    on.setLineDash([...dash])
    on.stroke(way)
  }
  on.setLineDash([])
  const { points } = BORDERS.find(({ between }) => between.join() === 'JIN-YAN,land')!
  for (let at = 0; at < points.length; at += 13) tower(on, points[at]!, colours)
  on.restore()
}

function tower(on: On, [x, y]: readonly [number, number], colours: Colours): void {
  const stones = new Path2D(
    `M${x - 13} ${y + 12}L${x - 11} ${y - 12}H${x - 14}V${y - 20}H${x - 8}V${y - 16}H${x - 3}V${y - 20}H${x + 3}V${y - 16}H${x + 8}V${y - 20}H${x + 14}V${y - 12}H${x + 11}L${x + 13} ${y + 12}Z`,
  )
  const gate = new Path2D(`M${x - 4} ${y + 12}V${y + 3}Q${x} ${y - 3} ${x + 4} ${y + 3}V${y + 12}Z`)
  on.fillStyle = colours('--cut-wall')
  on.fill(stones)
  on.strokeStyle = on.fillStyle = colours('--key')
  on.lineWidth = 1.8
  on.stroke(stones)
  on.fill(gate)
  on.lineWidth = 0.8
  line(on, x - 11, y - 11, x + 11, y - 11)
}
