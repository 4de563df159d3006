/** How entries of the journal are shown. */
import type { Staging } from '../face'
import type { SamuraiEntry } from './view'

type Paces = Partial<Record<SamuraiEntry['kind'], number>>

/** How long entries are shown; what is not named is not shown. */
const PACE: Paces = {
  'figure placed': 450,
  laid: 700,
  'taken back': 500,
  'figures swapped': 1000,
  captured: 1100,
  'set aside': 1100,
  passed: 600,
}
/** Own tiles are where the player has just put them. */
const OWN_PACE: Paces = { captured: 1100, 'set aside': 1100, 'figures swapped': 600 }

/** Figures that leave the board are what tiles fight for; no seat has to confirm that it saw them go. */
const RESULTS: SamuraiEntry['kind'][] = ['captured', 'set aside']

export function stage({ kind }: SamuraiEntry, own: boolean): Staging {
  const result = RESULTS.includes(kind)
  return {
    pace: (own ? OWN_PACE : PACE)[kind] ?? 0,
    battle: result,
    result: result ? [] : undefined,
    begins: kind === 'turn' || kind === 'figure placed',
  }
}
