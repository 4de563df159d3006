/** How entries of the journal are shown: for how long, and which belong to a battle or to winter. */
import type { Staging } from '../face'
import type { ShogunEntry, ShogunView } from './view'
import { isWinters } from './winter'

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
  fell: 2800,
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

const OF_BATTLES: ShogunEntry['kind'][] = [
  'attack',
  'revolt',
  'army added',
  'fell',
  'battle result',
  'province won',
]
/** What one's own hand chose needs no showing, what it led to does. */
const CHOSEN: ShogunEntry['kind'][] = ['place taken', 'card taken', 'armies placed', 'planned']
const BEGIN: ShogunEntry['kind'][] = ['event', 'action', 'attack', 'revolt', 'rice short', 'round']

/** The start is laid at once. */
export function stage(entry: ShogunEntry, own: boolean, view: ShogunView): Staging {
  const { kind } = entry
  return {
    pace: own && CHOSEN.includes(kind) ? 0 : (PACE[kind] ?? 0),
    battle: OF_BATTLES.includes(kind) || isWinters(entry),
    result: kind === 'battle result' ? fighters(view) : undefined,
    begins: BEGIN.includes(kind) || beginsScoring(entry, view),
    suspense: kind === 'fell',
  }
}

function fighters({ fight }: ShogunView): number[] {
  return [fight?.attacker, fight?.defender].filter((seat) => seat !== null && seat !== undefined)
}

/** Winter, and then its points, are things of their own; the account of the year is seen afterwards. */
function beginsScoring(entry: ShogunEntry, view: ShogunView): boolean {
  if (entry.kind === 'rice lost') return view.season !== 'winter'
  return entry.kind === 'points for land' && entry.player === 0
}
