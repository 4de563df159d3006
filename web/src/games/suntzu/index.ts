/** Sun Tzu at the table. */
import { t } from '../../lib/i18n.svelte'
import type { Face } from '../face'
import Again from './Again.svelte'
import Board from './Board.svelte'
import { enact } from './enact'
import { narrate, pace } from './narrate'
import { colourOf, type SunTzuEntry, type SunTzuView } from './view'
import { moment } from './moment'
import { asks, ending, facts } from './words'

export const face: Face<SunTzuView, SunTzuEntry> = {
  Board,
  Again,
  asks,
  moment,
  facts,
  narrate,
  pace,
  enact,
  ending,
  repeats: (entry) => entry.kind === 'opened',
  clan: (_, seat) => t(`suntzu.side.${seat}`),
  colour: colourOf,
}
