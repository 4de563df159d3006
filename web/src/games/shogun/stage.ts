/** How entries of the journal are shown: for how long, and which belong to a battle or to winter. */
import type { Staging } from '../face'
import type { ShogunEntry, ShogunView } from './view'
import { isWinters } from './winter'

/** How long cubes fall and roll. */
export const THROW = 2600

const PACE: Partial<Record<ShogunEntry['kind'], number>> = {
  'card taken': 500,
  'card drawn': 600,
  'armies placed': 350,
  event: 1500,
  bid: 500,
  'order of choice': 700,
  'place taken': 600,
  'turn order': 500,
  action: 600,
  'action opened': 400,
  'card opened': 450,
  skipped: 700,
  built: 800,
  calmed: 500,
  'rice taken': 800,
  'taxes taken': 800,
  'marker added': 450,
  deployed: 800,
  moved: 900,
  attack: 1100,
  revolt: 900,
  'army added': 500,
  fell: THROW + 200,
  'stayed inside': THROW + 1600,
  'battle result': 1800,
  'province won': 600,
  'rice lost': 500,
  'rice short': 1100,
  'revolts drawn': 1200,
  'points for land': 1200,
  'points for most': 1600,
  points: 300,
  round: 900,
}

/** For how much of the time that an entry is shown its cubes fall. */
export function throwTime(kind: ShogunEntry['kind'], pace: number): number {
  return (pace * THROW) / (PACE[kind] ?? THROW)
}

const OF_BATTLES: ShogunEntry['kind'][] = [
  'attack',
  'revolt',
  'army added',
  'fell',
  'stayed inside',
  'battle result',
  'province won',
]
/** What one's own hand chose needs no showing, what it led to does. */
const CHOSEN: ShogunEntry['kind'][] = ['place taken', 'card taken', 'armies placed', 'planned']
/** The first throw of the game, which fills the tower. */
const FIRST: ShogunEntry['kind'][] = ['tower filled', 'stayed inside']
const BEGIN: ShogunEntry['kind'][] = [
  'tower filled',
  'event',
  'action',
  'attack',
  'revolt',
  'rice short',
  'round',
]

/** Cards that are turned, and who takes a place: the board shows it from the first moment. */
const AT_ONCE: ShogunEntry['kind'][] = ['action opened', 'card opened', 'bid', 'place taken']

/** Of what is laid out at the start, only the tower is shown. */
export function stage(entry: ShogunEntry, own: boolean, view: ShogunView): Staging {
  const { kind } = entry
  return {
    pace: own && CHOSEN.includes(kind) ? 0 : (PACE[kind] ?? 0),
    battle: OF_BATTLES.includes(kind) || isWinters(entry),
    result: seenBy(entry, view),
    begins: BEGIN.includes(kind) || beginsScoring(entry, view),
    atOnce: AT_ONCE.includes(kind),
    aloud: kind === 'fell' || kind === 'battle result',
    suspense: kind === 'fell' || kind === 'stayed inside',
    opening: FIRST.includes(kind) && isBeginning(view),
  }
}

/** Whether nobody has acted yet; a study may begin anywhere. */
function isBeginning({ year, season, phase }: ShogunView): boolean {
  return year === 1 && season === 'spring' && phase === 'planning'
}

/** Whom a result concerns: who fought; all, where the tower is filled. */
function seenBy({ kind }: ShogunEntry, { fight, players }: ShogunView): number[] | undefined {
  if (kind === 'stayed inside') return [...players.keys()]
  if (kind !== 'battle result') return undefined
  return [fight?.attacker, fight?.defender].filter((seat) => seat !== null && seat !== undefined)
}

/** Winter, and then its points, are things of their own; the account of the year is seen afterwards. */
function beginsScoring(entry: ShogunEntry, view: ShogunView): boolean {
  if (entry.kind === 'rice lost') return view.season !== 'winter'
  return entry.kind === 'points for land' && entry.player === 0
}
