/** What entries of the journal sound like. What falls out of the tower is heard where it is seen. */
import type { Sounding } from '../../lib/sound'
import { told } from '../face'
import type { ShogunEntry } from './view'

type Kinds = readonly ShogunEntry['kind'][]

const CARDS: Kinds = [
  ...(['card taken', 'card drawn', 'card opened', 'action opened', 'place taken', 'bid', 'event'] as const),
  ...(['order of choice', 'turn order', 'revolts drawn'] as const),
]
const PIECES: Kinds = ['armies placed', 'deployed', 'moved', 'army added', 'built', 'marker added']
const BATTLES: Kinds = ['attack', 'revolt']
const RESULTS: Kinds = ['battle result']

export function sound(entry: ShogunEntry): Sounding | undefined {
  const { kind } = entry
  if (CARDS.includes(kind)) return { heard: 'paper' }
  if (PIECES.includes(kind)) return { heard: 'wood', count: told(entry, 'armies') ?? 1 }
  if (kind === 'rice taken') return { heard: 'grain' }
  if (kind === 'taxes taken') return { heard: 'coins' }
  if (BATTLES.includes(kind)) return { heard: 'battle' }
  if (RESULTS.includes(kind)) return { heard: 'result' }
  return undefined
}
