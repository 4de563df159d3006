/** Small paintings in ink and mineral colours for the silk map, each about its foot. */
import { clear, type Colours } from '../../print/sheet'
import { draw as cut, inksOf, type Kind as Cut } from '../../print/woodcuts'

export type Kind = keyof typeof PAINTED | Cut
/** What is painted, where, how large, and whether it looks the other way. */
export type Scene = readonly [kind: Kind, x: number, y: number, size: number, turned?: boolean]

type On = CanvasRenderingContext2D
interface Paints {
  ink: string
  azure: string
  malachite: string
  wall: string
  tiles: string
  water: string
  foam: string
  cloth: string
  wood: string
}

function shape(on: On, path: string, fill: string | CanvasGradient | null, line?: string, width = 1): void {
  const drawn = new Path2D(path)
  if (fill) {
    on.fillStyle = fill
    on.fill(drawn)
  }
  if (line) {
    on.strokeStyle = line
    on.lineWidth = width
    on.stroke(drawn)
  }
}

/** Colours that go into each other from a height to the foot, and at the foot into the silk. */
function fading(on: On, high: number, ...colours: string[]): CanvasGradient {
  const paint = on.createLinearGradient(0, -high, 0, 0)
  colours.forEach((colour, at) => paint.addColorStop(at / colours.length, colour))
  paint.addColorStop(1, clear(colours.at(-1)!))
  return paint
}

/** A peak of the blue and green manner: its foot stands in mist. */
function peak(outline: string, folds: string, high: number) {
  return (on: On, { ink, azure, malachite }: Paints): void => {
    shape(on, `${outline}Z`, fading(on, high, azure, malachite, malachite))
    on.strokeStyle = fading(on, high, ink, ink, ink)
    on.lineWidth = 2.6
    on.stroke(new Path2D(outline))
    on.globalAlpha = 0.55
    on.lineWidth = 1.3
    on.stroke(new Path2D(folds))
    on.globalAlpha = 1
  }
}

const ROOF = (x: number, y: number, w: number) =>
  `M${x - w} ${y}Q${x - w * 0.62} ${y - 2} ${x - w * 0.5} ${y - w * 0.55}H${x + w * 0.5}Q${x + w * 0.62} ${y - 2} ${x + w} ${y}Z`

const PAINTED = {
  peak: peak(
    'M-50 0C-40-14-36-34-30-48-27-56-24-60-20-74-16-88-8-100 0-100 9-100 12-86 18-76 24-66 26-52 34-40 40-28 44-12 50 0',
    'M-4-92C-8-74-6-60-12-44-16-32-14-20-20-8M4-88C8-70 4-58 10-44 14-34 12-22 18-10M-20-68C-22-56-28-46-28-34-30-24-34-16-36-8M20-64C22-54 20-46 26-34 30-26 30-16 34-8M-2-60C-4-50 0-40-2-28',
    100,
  ),
  ridge: peak(
    'M-60 0C-50-10-48-26-40-36-34-44-30-62-22-66-14-70-10-58-4-60 2-62 6-84 16-84 26-84 28-64 34-54 42-42 44-20 56 0',
    'M-22-60C-26-46-32-40-34-26-36-16-42-10-44-4M-18-58C-16-44-20-34-16-22M16-78C12-60 14-50 8-36 4-26 6-14 2-6M22-74C26-58 24-46 30-34 34-24 34-12 40-4M-4-52C-6-40-4-30-8-18',
    84,
  ),
  needle: peak(
    'M-30 0C-24-20-26-40-18-58-14-70-14-92-2-96 8-98 10-80 14-66 20-50 20-26 30 0',
    'M-4-90C-8-70-4-56-10-40-14-26-12-14-16-4M4-86C8-66 4-50 10-36 14-24 12-12 18-4',
    96,
  ),
  /** A walled city: gate, towers at the corners, roofs within. */
  city(on: On, { ink, wall, tiles }: Paints): void {
    shape(on, 'M-46-14-34-34H34L46-14Z', wall, ink, 1.6)
    for (const [x, y, w] of [
      [-18, -27, 8],
      [2, -29, 9],
      [21, -27, 7],
      [-28, -19, 8],
      [28, -18, 9],
    ] as const)
      shape(on, ROOF(x, y, w), tiles, ink, 1)
    shape(
      on,
      'M-50 2V-16H-46V-19H-41V-16H-36V-19H-31V-16H-26V-19H-21V-16H21V-19H26V-16H31V-19H36V-16H41V-19H46V-16H50V2Z',
      wall,
      ink,
      1.6,
    )
    shape(on, 'M-48-5H-12M12-5H48M-40-10H-30M-20-1H-14M20-10H30M34-1H44', null, ink, 0.6)
    for (const x of [-48, 48]) {
      shape(on, `M${x - 7} 4V-22H${x + 7}V4Z`, wall, ink, 1.6)
      shape(on, ROOF(x, -22, 11), tiles, ink, 1.3)
    }
    shape(on, 'M-14 4V-22H14V4Z', wall, ink, 1.6)
    shape(on, 'M-6 4V-6Q0-13 6-6V4Z', ink)
    shape(on, ROOF(0, -22, 20), tiles, ink, 1.3)
    shape(on, 'M-9-30V-37H9V-30Z', wall, ink, 1.2)
    shape(on, ROOF(0, -36, 15), tiles, ink, 1.3)
  },
  /** A hall on a terrace, with steps. */
  hall(on: On, { ink, wall, tiles }: Paints): void {
    shape(on, 'M-24 4-20-6H20L24 4Z', wall, ink, 1.3)
    shape(on, 'M-4 4-3-6H3L4 4', null, ink, 0.8)
    shape(on, 'M-14-6V-16H14V-6Z', wall, ink, 1.2)
    shape(on, 'M-9-6V-16M-3-6V-16M3-6V-16M9-6V-16', null, ink, 0.9)
    shape(on, ROOF(0, -15, 22), tiles, ink, 1.3)
  },
  bamboo(on: On, { ink, malachite }: Paints): void {
    shape(on, 'M-14 4Q-15-16-10-36M-5 5Q-6-20 0-44M4 5Q4-16 10-38M13 4Q12-12 18-28', null, malachite, 2.6)
    shape(on, 'M-14-8H-12M-13-20H-11M-5-10H-3M-4-24H-2M5-8H7M7-22H9M13-8H15', null, ink, 1)
    shape(
      on,
      'M-10-36Q-20-34-24-26-14-28-10-36ZM-10-34Q-2-34 2-28-8-26-10-34ZM0-44Q-10-44-15-37-4-36 0-44ZM0-42Q9-42 13-35 3-34 0-42ZM10-38Q20-37 24-30 14-29 10-38ZM18-28Q27-26 30-19 20-20 18-28ZM-12-24Q-20-22-23-15-14-16-12-24ZM8-26Q16-26 20-19 11-18 8-26Z',
      malachite,
      ink,
      0.8,
    )
  },
  /** A bridge of boats, or of planks on piles. */
  bridge(on: On, { ink, wood }: Paints): void {
    shape(on, 'M-24 5Q0-13 24 5V9Q0-7-24 9Z', wood, ink, 1.2)
    shape(on, 'M-15 3V12M-5-2V9M5-2V9M15 3V12', null, ink, 1.5)
    shape(on, 'M-24 0Q0-18 24 0M-16-4V1M-6-8V-2M6-8V-2M16-4V1', null, ink, 0.9)
  },
  lake(on: On, { ink, water, foam }: Paints): void {
    shape(on, 'M-46 4C-44-10-24-16-6-12 10-18 36-14 44-2 50 10 30 18 8 15-14 20-44 18-46 4Z', water, ink, 1.4)
    shape(
      on,
      'M-34 2Q-28-2-22 2T-10 2M4-4Q10-8 16-4T28-4M-12 10Q-6 6 0 10T12 10M22 6Q27 3 32 6',
      null,
      foam,
      1.5,
    )
    shape(on, 'M-42 12-44 2M-39 14-38 3M-36 15-33 6M38 11 41 1M41 8 45 0M35 13 35 4', null, ink, 0.9)
  },
  /** A junk under sails of matting. */
  junk(on: On, { ink, wood, cloth, foam }: Paints): void {
    shape(on, 'M-30 12Q-20 8-10 12T10 12T30 11', null, foam, 1.8)
    shape(on, 'M-4-34Q10-30 17-22L18 0Q6-4-4-1Z', cloth, ink, 1.2)
    shape(on, 'M-4-26Q8-23 17-16M-4-18Q8-15 18-9M-4-10Q8-8 18-4', null, ink, 0.7)
    shape(on, 'M-18-24Q-10-22-7-16L-7 1-18 1Z', cloth, ink, 1.1)
    shape(on, 'M-18-16Q-11-14-7-10M-18-8Q-11-7-7-4', null, ink, 0.7)
    shape(on, 'M-26-2-22 9H19Q24 4 26-6L17 1H-18Z', wood, ink, 1.3)
    shape(on, 'M-4-37V2M-18-27V2', null, ink, 1.3)
  },
  /** Tents of the steppe beyond the wall. */
  tents(on: On, { ink, cloth }: Paints): void {
    for (const [x, y, w] of [
      [12, -3, 10],
      [-8, 2, 13],
    ] as const) {
      shape(
        on,
        `M${x - w} ${y}V${y - w * 0.5}Q${x - w * 0.5} ${y - w} ${x} ${y - w * 1.1}Q${x + w * 0.5} ${y - w} ${x + w} ${y - w * 0.5}V${y}Z`,
        cloth,
        ink,
        1.1,
      )
      shape(
        on,
        `M${x - w} ${y - w * 0.5}H${x + w}M${x - 3} ${y}V${y - w * 0.42}H${x + 3}V${y}M${x} ${y - w * 1.1}V${y - w * 0.5}`,
        null,
        ink,
        0.7,
      )
    }
  },
  /** Bands of mist, as they are left bare in a painting. */
  mist(on: On, { foam }: Paints): void {
    on.globalAlpha = 0.5
    shape(
      on,
      'M-50-2Q-50-8-42-8H8Q16-8 16-2 16 2 10 2H44Q52 2 52 7 52 12 44 12H-18Q-26 12-26 7-26 2-18 2H-42Q-50 2-50-2Z',
      foam,
    )
    on.globalAlpha = 1
  },
  geese(on: On, { ink }: Paints): void {
    shape(
      on,
      'M-20 0Q-16-5-13-1-9-5-6-1M-6-10Q-2-15 1-11 5-15 8-11M8-20Q12-25 15-21 19-25 22-21M14-4Q18-9 21-5 25-9 28-5',
      null,
      ink,
      1.3,
    )
  },
  /** Scales of waves on the open sea. */
  waves(on: On, { foam, azure }: Paints): void {
    for (const [colour, width] of [
      [azure, 3],
      [foam, 1.4],
    ] as const)
      shape(
        on,
        'M-30 0A10 10 0 0 1-10 0 10 10 0 0 1 10 0 10 10 0 0 1 30 0M-25 0A5 5 0 0 1-15 0M-5 0A5 5 0 0 1 5 0M15 0A5 5 0 0 1 25 0M-20 9A10 10 0 0 1 0 9 10 10 0 0 1 20 9M-15 9A5 5 0 0 1-5 9M5 9A5 5 0 0 1 15 9',
        null,
        colour,
        width,
      )
  },
} as const

const isPainted = (kind: Kind): kind is keyof typeof PAINTED => kind in PAINTED

/** Paint scenes from the farthest to the nearest. */
export function paint(on: On, scenes: readonly Scene[], colours: Colours): void {
  const inks = inksOf(colours)
  const paints: Paints = {
    ink: colours('--key'),
    azure: colours('--silk-azure'),
    malachite: colours('--silk-malachite'),
    wall: colours('--cut-wall'),
    tiles: colours('--cut-tiles'),
    water: colours('--silk-sea'),
    foam: colours('--silk-foam'),
    cloth: colours('--cut-thread'),
    wood: colours('--cut-roof'),
  }
  for (const [kind, x, y, size, turned] of [...scenes].sort((a, b) => a[2] - b[2])) {
    if (!isPainted(kind)) {
      cut(on, { kind, x, y, size }, inks)
      continue
    }
    on.save()
    on.translate(x, y)
    on.scale(turned ? -size : size, size)
    on.lineJoin = on.lineCap = 'round'
    PAINTED[kind](on, paints)
    on.restore()
  }
}
