/** The drawing of the map: five provinces, made of borders that are stored once. */
import map from './map.json'
import { PROVINCES, type ProvinceName } from './view'

export type Point = readonly [number, number]
interface Border {
  between: string[]
  line: Line
}

const borders: Border[] = map.borders

/** The middle of each province, where its pieces stand. */
export const SEATS = map.seats as unknown as Record<ProvinceName, Point>

type Line = number[][]

/** On from where the pen is, smoothly along a line: curves between the middles of its stretches. */
function along(line: Line): string {
  const inner = line.slice(1, -1)
  return inner
    .map(([x, y], at) => {
      const [nextX, nextY] = line[at + 2]!
      const last = at === inner.length - 1
      return `Q${x} ${y} ${last ? nextX : (x! + nextX!) / 2} ${last ? nextY : (y! + nextY!) / 2}`
    })
    .join('')
}

/** The same curve, as points. */
function smoothly(line: Line): Point[] {
  const inner = line.slice(1, -1)
  let from = line[0]!
  const points: Point[] = [[from[0]!, from[1]!]]
  inner.forEach(([x, y], at) => {
    const [nextX, nextY] = line[at + 2]!
    const last = at === inner.length - 1
    const to = last ? [nextX!, nextY!] : [(x! + nextX!) / 2, (y! + nextY!) / 2]
    for (const part of [0.25, 0.5, 0.75, 1]) {
      const [a, b, c] = [(1 - part) ** 2, 2 * part * (1 - part), part ** 2]
      points.push([a * from[0]! + b * x! + c * to[0]!, a * from[1]! + b * y! + c * to[1]!])
    }
    from = to
  })
  return points
}

/** Lines that follow each other, as path data. */
function trace(...lines: Line[]): string {
  return `M${lines[0]![0]!.join(' ')}${lines.map(along).join('')}`
}

/** The lines around a province, end to end. */
function outline(name: ProvinceName): string {
  const rest = borders.filter((border) => border.between.includes(name)).map((b) => b.line)
  const ring = [rest.shift()!]
  while (rest.length) {
    const end = ring.at(-1)!.at(-1)!.join()
    const at = rest.findIndex((line) => line[0]!.join() === end || line.at(-1)!.join() === end)
    const next = rest.splice(at, 1)[0]!
    ring.push(next[0]!.join() === end ? next : next.toReversed())
  }
  return `${trace(...ring)}Z`
}

export const OUTLINES = Object.fromEntries(PROVINCES.map((name) => [name, outline(name)])) as Record<
  ProvinceName,
  string
>

const lines = (side: string) => borders.filter((border) => border.between[1] === side)

/** How the shore goes on beyond the provinces, to the north and to the south. */
const NORTH = 'M980-600L960-190C926-150 950-112 926-74S936-20 906 8 886 42 868 62'
const SOUTH = 'C904 764 884 792 906 818S892 866 916 904L934 1200'
/** The shore from north to south. */
export const SHORE = `${NORTH}${lines('sea')
  .map((border) => along(border.line))
  .join('')}${SOUTH}`
/** The sea, far beyond the frame, so that wide tables have one too. */
export const SEA = `${SHORE}L3000 1200L3000-600Z`
/** Every border, as points that lie close together. */
export const BORDERS = borders.map(({ between, line }) => ({ between, points: smoothly(line) }))
/** The rivers that are borders: the Yellow River and the Huai. */
export const RIVERS = borders
  .filter((b) => ['JIN-YAN,HAN-QI', 'HAN-QI,WU', 'QIN,JIN-YAN'].includes(b.between.join()))
  .map((border) => trace(border.line))
/** The wall along the northern frontier. */
export const WALL = trace(lines('land').find((border) => border.between[0] === 'JIN-YAN')!.line)
