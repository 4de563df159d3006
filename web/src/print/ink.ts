/** Lines of the key block: cut by hand, so that their breadth changes a little as they run. */
import { generator } from '../lib/chance'

export type Point = readonly [number, number]

const STEP = 3
/** Light comes from the upper left: an edge that looks away from it is broader. */
const AWAY: Point = [0.55, 0.83]

/** Points at even distances along a line. */
function evenly(points: readonly Point[]): Point[] {
  const even: Point[] = [points[0]!]
  let left = STEP
  for (let at = 1; at < points.length; at++) {
    let [ax, ay] = points[at - 1]!
    const [bx, by] = points[at]!
    let length = Math.hypot(bx - ax, by - ay)
    while (length >= left) {
      const part = left / length
      ax += (bx - ax) * part
      ay += (by - ay) * part
      even.push([ax, ay])
      length -= left
      left = STEP
    }
    left -= length
  }
  even.push(points[points.length - 1]!)
  return even
}

/** Slow changes about 0: a new level every few steps, and a smooth way between. */
function wavering(count: number, seed: number): number[] {
  const random = generator(seed * 2_654_435 + 17)
  for (let at = 0; at < 4; at++) random()
  const every = 4
  const levels = Array.from({ length: Math.ceil(count / every) + 2 }, () => random() * 2 - 1)
  return Array.from({ length: count }, (_, at) => {
    const [low, part] = [Math.floor(at / every), (at % every) / every]
    const smooth = part * part * (3 - 2 * part)
    return levels[low]! * (1 - smooth) + levels[low + 1]! * smooth
  })
}

/** The shape of a line that is so broad in the middle of its range. */
export function ribbon(points: readonly Point[], breadth: number, seed: number): Path2D {
  const even = evenly(points)
  const waver = wavering(even.length, seed)
  const sides: [Point[], Point[]] = [[], []]
  even.forEach(([x, y], at) => {
    const [px, py] = even[Math.max(0, at - 1)]!
    const [qx, qy] = even[Math.min(even.length - 1, at + 1)]!
    const length = Math.hypot(qx - px, qy - py) || 1
    const [nx, ny] = [(py - qy) / length, (qx - px) / length]
    const half = (breadth / 2) * (1 + 0.3 * waver[at]! + 0.22 * Math.abs(nx * AWAY[0] + ny * AWAY[1]))
    sides[0].push([x + nx * half, y + ny * half])
    sides[1].push([x - nx * half, y - ny * half])
  })
  const path = new Path2D()
  const [ends, round] = [[even[0]!, even[even.length - 1]!], breadth / 2]
  ;[...sides[0], ...sides[1].reverse()].forEach(([x, y], at) => (at ? path.lineTo(x, y) : path.moveTo(x, y)))
  path.closePath()
  for (const [x, y] of ends) {
    path.moveTo(x + round, y)
    path.arc(x, y, round, 0, 2 * Math.PI)
  }
  return path
}
