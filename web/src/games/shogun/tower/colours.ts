import { coloursOf } from '../../../lib/colours'

/** The page's colours and the players' crests, for those who draw without style sheets. */
export interface Palette {
  dark: boolean
  /** Of the drawn tower. */
  line: string
  grain: string
  wall: string
  rim: string
  floor: string
  funnel: string
  brass: string
  roof: string
  light: string
  /** Of the cubes, as red, green and blue. */
  cubes: [number, number, number][]
  /** What is painted on each. */
  marks: string[]
}

/** The page's colours, as the browser makes them of the theme. */
export function paletteOf(element: Element): Palette {
  const { read, done } = coloursOf(element)
  const parts = (colour: string) =>
    (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number) as [number, number, number]
  const palette = {
    dark: parts(read('--paper'))[0] < 128,
    line: read('--tower-line'),
    grain: read('--tower-grain'),
    wall: read('--tower-wall'),
    rim: read('--tower-rim'),
    floor: read('--tower-floor'),
    funnel: read('--tower-funnel'),
    brass: read('--tower-brass'),
    roof: read('--tower-roof'),
    light: read('--tower-light'),
    cubes: [0, 1, 2, 3, 4].map((n) => parts(read(`--player-${n}`))).concat([parts(read('--neutral'))]),
    marks: [0, 1, 2, 3, 4].map((n) => read(`--on-player-${n}`)).concat([read('--on-player')]),
  }
  done()
  return palette
}

/** Marks on the cubes' faces: the crests of the players, an ear of rice for the peasants. */
const FILLED = [
  'M0-.72.3-.42 0-.12-.3-.42ZM0 .12.3.42 0 .72-.3.42ZM-.42-.3-.12 0-.42.3-.72 0ZM.42-.3.72 0 .42.3.12 0Z',
  'M0-.6Q.2-.3 0 0-.2-.3 0-.6ZM.52.3Q.16.32 0 0 .36-.02.52.3ZM-.52.3Q-.36-.02 0 0-.16.32-.52.3Z',
  'M-.6-.12H-.12V-.6H.12V-.12H.6V.12H.12V.6H-.12V.12H-.6Z',
  'M-.6-.55H.6V-.28H-.6ZM-.18.02H.18V.3H-.18ZM-.54.36H-.18V.64H-.54ZM.18.36H.54V.64H.18Z',
  'M0-.64.64 0 0 .64-.64 0ZM0-.4-.4 0 0 .4.4 0ZM0-.2.2 0 0 .2-.2 0Z',
  'M-.06.7V-.1H.06V.7ZM0-.7Q.16-.45 0-.2-.16-.45 0-.7ZM.08-.1Q.14-.4.42-.44.4-.14.08-.1ZM-.08-.1Q-.14-.4-.42-.44-.4-.14-.08-.1ZM.08.28Q.14 0 .42-.06.4.24.08.28ZM-.08.28Q-.14 0-.42-.06-.4.24-.08.28Z',
]
let made: Path2D[] | null = null

export function marks(): Path2D[] {
  return (made ??= FILLED.map((path) => new Path2D(path)))
}
