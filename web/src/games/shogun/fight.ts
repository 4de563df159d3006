/** A battle as it is told: who fights whom with how many cubes, and what becomes of them. */
import type { OfKind } from '../face'
import { COLOURS, type Colour, type Cubes, type ShogunEntry, type ShogunView } from './view'

type Of<K> = OfKind<ShogunEntry, K>

export interface Fight {
  /** None: the first throw of the game, which fills the tower. */
  province: Of<'thrown'>['province'] | null
  /** Nobody: a revolt. */
  attacker: number | null
  /** Nobody: a neutral province. */
  defender: number | null
  /** On which side the peasants stand. */
  peasants: Of<'thrown'>['peasants']
  thrown: Cubes
  fell: Cubes
  result: Of<'battle result'>['result'] | null
}

/** What tells a battle from others in which as many cubes fall. */
export function nameOf({ province, attacker, defender }: Fight): string {
  return [province, attacker, defender].join()
}

/** The throws among entries, whole: what is to be shown of them can be worked out early. */
export function throwsIn(entries: ShogunEntry[], players: number): Fight[] {
  let fight: Fight | null = null
  return entries.flatMap((entry) => {
    if (entry.kind === 'thrown') fight = begun(entry, players)
    if (entry.kind === 'tower filled') fight = filling(entry, players)
    if (fight && entry.kind === 'fell') return [{ ...fight, fell: cubesFrom(entry.cubes, players) }]
    if (fight && entry.kind === 'stayed inside') return [filled(fight, cubesFrom(entry.cubes, players))]
    return []
  })
}

export const PEASANTS: Colour = 'green'

/** Counts in the journal's order: five players, then peasants. */
export function cubesFrom(counts: number[], players: number): Cubes {
  const known = COLOURS.map((colour, at) => [colour, counts[at] ?? 0] as const)
  return Object.fromEntries(known.filter((_, at) => at < players || at === COLOURS.length - 1))
}

/** The battle that begins with a throw. */
export function begun(entry: Of<'thrown'>, players: number): Fight {
  const { province, attacker, defender, peasants } = entry
  const thrown = cubesFrom(entry.cubes, players)
  return { province, attacker, defender, peasants, thrown, fell: {}, result: null }
}

/** The throw that fills the tower: nobody fights, and what comes out goes back. */
export function filling(entry: Of<'tower filled'>, players: number): Fight {
  const nobody = { province: null, attacker: null, defender: null, peasants: 'aside' } as const
  return { ...nobody, thrown: cubesFrom(entry.cubes, players), fell: {}, result: null }
}

/** The same when it is known what stayed inside. */
export function filled(fight: Fight, inside: Cubes): Fight {
  return { ...fight, fell: minus(fight.thrown, inside) }
}

/** What the first throw left inside. */
export function leftInside(fight: Fight): Cubes {
  return minus(fight.thrown, fight.fell)
}

function minus(cubes: Cubes, others: Cubes): Cubes {
  const colours = COLOURS.filter((colour) => colour in cubes)
  return Object.fromEntries(colours.map((colour) => [colour, cubes[colour]! - (others[colour] ?? 0)]))
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

/** The cubes on the tray by side; the fighters come first. */
export function sidesOf(fight: Fight): Sides {
  const sides: Sides = { attack: [], defence: [], aside: [] }
  for (const colour of COLOURS) {
    const cubes = fight.fell[colour] ?? 0
    const seat = COLOURS.indexOf(colour)
    if (seat === fight.attacker) sides.attack.push({ colour, cubes })
    else if (seat === fight.defender) sides.defence.push({ colour, cubes })
    else if (colour === PEASANTS && fight.peasants !== 'aside') sides[fight.peasants].push({ colour, cubes })
    else if (cubes) sides.aside.push({ colour, cubes })
  }
  return sides
}

export function total(sides: Side[]): number {
  return sides.reduce((sum, side) => sum + side.cubes, 0)
}

/** The tray after a battle: who fought has left it. */
export function settled(fight: Fight): Cubes {
  return Object.fromEntries(sidesOf(fight).aside.map(({ colour, cubes }) => [colour, cubes]))
}

/** A battle, or the first throw, as the log tells it: found again around one of its entries. */
export function fightAt(entries: ShogunEntry[], at: number, players: number): Fight | null {
  const stayed = entries[at]
  const first = entries[at - 1]
  if (stayed?.kind === 'stayed inside' && first?.kind === 'tower filled')
    return filled(filling(first, players), cubesFrom(stayed.cubes, players))
  const opening = entries.findLastIndex((e, i) => i <= at && (e.kind === 'attack' || e.kind === 'revolt'))
  if (opening < 0) return null
  const rest = entries.slice(opening)
  const thrown = rest.find((e) => e.kind === 'thrown')
  const fell = rest.find((e) => e.kind === 'fell')
  const ended = rest.find((e) => e.kind === 'battle result')
  if (!thrown) return null
  const fight = begun(thrown, players)
  return { ...fight, fell: cubesFrom(fell?.cubes ?? [], players), result: ended?.result ?? null }
}

/** Where in a journal the last battle with this outcome was told; else the last battle of all. */
export function lastLike(
  entries: ShogunEntry[],
  { province, fell }: NonNullable<ShogunView['battle']>,
): number {
  const same = (counts: number[]) => counts.every((n, at) => n === (fell[COLOURS[at]!] ?? 0))
  const found = entries.findLastIndex((e) => e.kind === 'fell' && e.province === province && same(e.cubes))
  return found < 0 ? entries.length - 1 : found
}
