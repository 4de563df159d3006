import { expect, test } from 'vitest'
import page from '../src/theme.css?raw'
import { SHEETS } from '../src/gallery/tokens'

const sheet = SHEETS.join('')
type Rgb = [number, number, number]
const THEMES = ['day', 'night'] as const

function parts(hex: string): Rgb {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as Rgb
}

/** A colour's value by day or by night, as the style sheet says it. */
function token(name: string, theme: (typeof THEMES)[number]): Rgb {
  const said = new RegExp(`--${name}: ([^;]+);`).exec(sheet)![1]!
  const other = /^var\(--(.+)\)$/.exec(said)
  if (other) return token(other[1]!, theme)
  const both = /^light-dark\((#\w{6}), (#\w{6})\)$/.exec(said)
  return parts(both ? both[theme === 'day' ? 1 : 2]! : said)
}

const linear = (part: number) => (part <= 10.31 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4)

function contrast(one: Rgb, other: Rgb): number {
  const light = [one, other].map(([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b))
  return (Math.max(...light) + 0.05) / (Math.min(...light) + 0.05)
}

/** How colours look to those who lack a kind of cones (Machado, Oliveira and Fernandes, 2009). */
const EYES: Record<string, number[][]> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

/** A colour as such eyes see it, in a space whose distances are seen differences (Oklab, times 100). */
function seen(colour: Rgb, eyes: string): Rgb {
  const light = colour.map(linear)
  const [r, g, b] = EYES[eyes]!.map((row) =>
    Math.max(
      0,
      row.reduce((sum, by, at) => sum + by * light[at]!, 0),
    ),
  ) as Rgb
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    100 * (0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s),
    100 * (1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s),
    100 * (0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s),
  ]
}

const distance = (one: Rgb, other: Rgb) => Math.hypot(...one.map((part, at) => part - other[at]!))
const PLAYERS = [0, 1, 2, 3, 4].map((at) => `player-${at}`)

const READ: [string, string[], number][] = [
  ['ink', ['paper', 'paper-shade', 'card', 'sea', 'land'], 4.5],
  ['ink-soft', ['paper', 'paper-shade', 'card'], 4.5],
  ['danger', ['paper', 'paper-shade', 'card'], 4.5],
  ['on-lacquer', ['lacquer', 'bero', 'ai'], 4.5],
  ['on-lacquer-soft', ['lacquer', 'bero'], 4.5],
  ['on-red', ['red-lit', 'red-deep', 'red'], 4.5],
  ['gold-light', ['lacquer'], 4.5],
  ['ink', ['silk', ...[0, 1, 2, 3, 4].map((at) => `region-${at}`)], 4.5],
  ['on-bamboo', ['bamboo', 'bronze', 'bronze-lit'], 4.5],
  ['on-lacquer', ['bamboo-back', 'table', 'table-deep'], 4.5],
]

test.each(THEMES)('what is read stands out from what it is read on (%s)', (theme) => {
  for (const [text, grounds, least] of READ)
    for (const ground of grounds)
      expect(contrast(token(text, theme), token(ground, theme)), `${text} on ${ground}`).toBeGreaterThan(
        least,
      )
  for (const player of PLAYERS)
    expect(contrast(token(`on-${player}`, theme), token(player, theme)), player).toBeGreaterThan(4.5)
})

test.each(THEMES)('what may be chosen is seen on every land and every sea (%s)', (theme) => {
  const grounds = [0, 1, 2, 3, 4].map((at) => `region-${at}`).concat('sea', 'land', 'card')
  for (const ground of grounds) {
    const lines = ['choice', 'choice-edge'].map((line) => contrast(token(line, theme), token(ground, theme)))
    expect(Math.max(...lines), ground).toBeGreaterThan(3)
  }
})

test.each(THEMES.flatMap((theme) => Object.keys(EYES).map((eyes) => [theme, eyes] as const)))(
  "what may be chosen is nobody's colour, and stands out from all lands (%s, %s)",
  (theme, eyes) => {
    const grounds = [0, 1, 2, 3, 4].map((at) => `region-${at}`).concat('sea', 'land', 'card', 'silk')
    const far = (one: string, other: string) =>
      distance(seen(token(one, theme), eyes), seen(token(other, theme), eyes))
    for (const ground of grounds)
      expect(Math.max(far('choice', ground), far('choice-edge', ground)), ground).toBeGreaterThan(40)
    for (const player of PLAYERS) expect(far('choice', player), player).toBeGreaterThan(20)
  },
)

test.each(THEMES)('what has the focus is seen on everything (%s)', (theme) => {
  const lands = [0, 1, 2, 3, 4].flatMap((at) => [`region-${at}`, `deep-${at}`, `player-${at}`])
  const papers = ['paper', 'paper-shade', 'card', 'silk', 'bamboo', 'bronze', 'land']
  const seas = ['sea', 'bero', 'ai', 'asagi', 'mizu', 'table', 'lacquer', 'tray', 'band', 'red-lit', 'gold']
  for (const ground of [...lands, ...papers, ...seas]) {
    const lines = ['choice', 'choice-edge'].map((line) => contrast(token(line, theme), token(ground, theme)))
    expect(Math.max(...lines), ground).toBeGreaterThan(3)
  }
  expect(contrast(token('choice', theme), token('choice-edge', theme))).toBeGreaterThan(10)
})

test('what has the focus has all three lines', () => {
  const [rule] = page.match(/:focus-visible,[^}]+}/)!
  expect(rule).toContain('outline: 2px solid var(--choice-edge)')
  expect(rule).toContain('box-shadow: var(--ring) !important')
  expect(/--ring: ([^;]+);/.exec(sheet)![1]).toMatch(/var\(--gold\).*var\(--choice\)/)
})

const pairs = (names: string[]) =>
  names.flatMap((one, at) => names.slice(at + 1).map((other) => [one, other]))

test.each(THEMES.flatMap((theme) => Object.keys(EYES).map((eyes) => [theme, eyes] as const)))(
  'owners are told apart (%s, %s)',
  (theme, eyes) => {
    for (const [one, other] of pairs([...PLAYERS, 'neutral']) as [string, string][]) {
      const apart = distance(seen(token(one, theme), eyes), seen(token(other, theme), eyes))
      expect(apart, `${one} and ${other}`).toBeGreaterThan(7)
    }
  },
)
