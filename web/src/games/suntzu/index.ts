/** Sun Tzu at the table. */
import { t } from '../../lib/i18n.svelte'
import type { Face } from '../face'
import { advice } from './advice'
import Again from './Again.svelte'
import Board from './Board.svelte'
import { placesOf } from './changes'
import { enact } from './enact'
import { narrate } from './narrate'
import { onlyAnswer } from './passing'
import { sound } from './sounds'
import { stage } from './stage'
import { moment } from './moment'
import { colourOf, type SunTzuEntry, type SunTzuView } from './view'
import WarFlag from './WarFlag.svelte'
import { advance, asks, ending, facts, names } from './words'

export const face: Face<SunTzuView, SunTzuEntry> = {
  Board,
  Again,
  asks,
  moment,
  facts,
  narrate,
  stage,
  sound,
  // Where an army comes from is decided on the map alone.
  secret: ({ phase }) => !['fetch', 'marker', 'cost', 'tribute'].includes(phase),
  answers: onlyAnswer,
  advance,
  places: placesOf,
  mark: ({ kind }) => (kind === 'round' ? 'round' : kind === 'opened' ? 'battle' : null),
  advice,
  enact,
  ending,
  repeats: (entry) => entry.kind === 'opened',
  clan: (_, seat) => t(`suntzu.side.${seat}`),
  colour: colourOf,
  dress: { seal: '孫子', Flag: WarFlag, box: '-4 -73 90 77' },
  names,
}
