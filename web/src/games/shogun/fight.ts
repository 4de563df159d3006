/** Who counts on which side of a battle, and what becomes of the cubes on the tray. */
import type { Entry } from '../face'
import { COLOURS, provinceOf, type Colour, type Cubes, type Fight, type ShogunView } from './view'

export const PEASANTS: Colour = 'green'

/** Counts in the journal's order: five players, then peasants. */
export function cubesFrom(counts: number[], players: number): Cubes {
  const known = COLOURS.map((colour, at) => [colour, counts[at] ?? 0] as const)
  return Object.fromEntries(known.filter((_, at) => at < players || at === COLOURS.length - 1))
}

export interface Side {
  colour: Colour
  cubes: number
}
export interface Sides {
  attack: Side[]
  defence: Side[]
  /** On the tray, but not in this battle. */
  aside: Side[]
}

/**
 * The cubes on the tray by side. Peasants fight for the defender of a calm province and against the
 * attacker of a neutral one; in a revolt they attack; where markers lie they stay out.
 */
export function sidesOf(fight: Fight, markers: number): Sides {
  const sides: Sides = { attack: [], defence: [], aside: [] }
  const attacker = fight.attacker === null ? PEASANTS : COLOURS[fight.attacker]
  const defender = fight.defender === null ? PEASANTS : COLOURS[fight.defender]
  const neutral = fight.attacker !== null && fight.defender !== null && markers > 0
  for (const colour of COLOURS) {
    const side = { colour, cubes: fight.fell[colour] ?? 0 }
    if (colour === attacker) sides.attack.push(side)
    else if (colour === defender) sides.defence.push(side)
    else if (colour === PEASANTS && !neutral) sides.defence.push(side)
    else if (side.cubes) sides.aside.push(side)
  }
  return sides
}

export function total(sides: Side[]): number {
  return sides.reduce((sum, side) => sum + side.cubes, 0)
}

/** The tray after a battle: who fought has left it. */
export function settled(fight: Fight, view: ShogunView): Cubes {
  const markers = provinceOf(view, fight.province)?.markers ?? 0
  const { aside } = sidesOf(fight, markers)
  return Object.fromEntries(aside.map(({ colour, cubes }) => [colour, cubes]))
}

/** A battle as the log tells it: found again around one of its entries. */
export function fightAt(
  entries: Entry[],
  at: number,
  players: number,
): { fight: Fight; markers: number } | null {
  const start = entries.findLastIndex((e, i) => i <= at && (e.kind === 'attack' || e.kind === 'revolt'))
  const opening = entries[start]
  if (!opening) return null
  const part = (kind: string) => entries.find((e, i) => i > start && e.kind === kind)
  const cubes = (kind: string) => cubesFrom((part(kind)?.cubes as number[] | undefined) ?? [], players)
  const attack = opening.kind === 'attack'
  const fight: Fight = {
    province: opening.province,
    attacker: attack ? opening.player : null,
    defender: attack ? opening.defender : opening.player,
    thrown: cubes('thrown'),
    fell: cubes('fell'),
    result: part('battle result')?.result ?? '',
  }
  return { fight, markers: markersBefore(entries, start, opening.province) }
}

/** Where in a journal the last battle with this outcome was told; else the last battle of all. */
export function lastLike(entries: Entry[], { province, fell }: Fight): number {
  const same = (counts: number[]) => counts.every((n, at) => n === (fell[COLOURS[at]!] ?? 0))
  const found = entries.findLastIndex((e) => e.kind === 'fell' && e.province === province && same(e.cubes))
  return found < 0 ? entries.length - 1 : found
}

/** How many revolt markers lay in a province before an entry. */
function markersBefore(entries: Entry[], end: number, province: string): number {
  let markers = 0
  for (const entry of entries.slice(0, end)) {
    if (entry.kind === 'events') markers = 0
    if (entry.province !== province) continue
    if (entry.kind === 'marker added') markers = entry.markers
    else if (entry.kind === 'calmed') markers -= 1
    else if (entry.kind === 'battle result' && ['undecided', 'peasants won'].includes(entry.result))
      markers = 0
  }
  return markers
}
