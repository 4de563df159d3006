/** How entries of the journal are shown: for how long, and which belong to a battle. */
import type { Staging } from '../face'
import type { SunTzuEntry } from './view'

type Kind = SunTzuEntry['kind']

const PACES: Partial<Record<Kind, number>> = {
  'event opened': 900,
  'head start': 900,
  round: 900,
  reinforced: 800,
  'general used': 1200,
  marched: 800,
  removed: 800,
  stationed: 800,
  'order of battles': 900,
  'battle named': 700,
  opened: 1400,
  recalled: 900,
  'pile top': 900,
  plague: 1200,
  tie: 1100,
  won: 1200,
  'driven out': 800,
  placed: 800,
  fetched: 700,
  marker: 700,
  paid: 700,
  'event met': 1400,
  tribute: 700,
  chariot: 700,
  'point gained': 900,
  points: 5200,
}
/** What the player's own hand has just done. */
const DONE = new Set<Kind>(['reinforced', 'battle named', 'marched', 'removed', 'stationed'])

const OF_BATTLES = new Set<Kind>([
  'opened',
  'recalled',
  'pile top',
  'plague',
  'tie',
  'won',
  'driven out',
  'placed',
  'fetched',
  'marker',
  'paid',
  'points',
])
const RESULTS = new Set<Kind>(['tie', 'won', 'points'])
/** Both sides have a part in every battle, and in all points. */
const BOTH = [0, 1]
const BEGIN = new Set<Kind>(['battle named', 'opened', 'general used', 'event met', 'points', 'round'])
/** What needs no way to go is seen as soon as it is told: cards that are turned, the marker. */
const AT_ONCE = new Set<Kind>(['opened', 'battle named', 'round', 'point gained', 'event opened'])

/** Where a Plague lies open, the cards are the result: what follows is only who dies of it. */
function isResult(entry: SunTzuEntry): boolean {
  if (entry.kind === 'opened') return entry.sun_tzu === 'plague' || entry.shao === 'plague'
  return RESULTS.has(entry.kind)
}

/** Whether it belongs to the battle for one province. */
export function isOfBattle({ kind }: SunTzuEntry): boolean {
  return OF_BATTLES.has(kind) && kind !== 'points'
}

export function stage(entry: SunTzuEntry, own: boolean): Staging {
  const { kind } = entry
  return {
    pace: own && DONE.has(kind) ? 0 : (PACES[kind] ?? 0),
    battle: OF_BATTLES.has(kind),
    result: isResult(entry) ? BOTH : undefined,
    begins: BEGIN.has(kind),
    atOnce: AT_ONCE.has(kind),
  }
}
