/** What entries of the journal sound like. */
import type { Sounding } from '../../lib/sound'
import { told } from '../face'
import type { SunTzuEntry } from './view'

type Kinds = readonly SunTzuEntry['kind'][]

const CARDS: Kinds = [
  'event opened',
  'event met',
  'general used',
  'opened',
  'recalled',
  'pile top',
  'fetched',
]
const ARMIES: Kinds = ['marched', 'removed', 'stationed', 'placed', 'driven out', 'tribute', 'paid', 'marker']
const BATTLES: Kinds = ['order of battles', 'battle named']
const RESULTS: Kinds = ['won', 'tie', 'plague', 'points']

export function sound(entry: SunTzuEntry): Sounding | undefined {
  const { kind } = entry
  if (CARDS.includes(kind)) return { heard: 'paper' }
  if (ARMIES.includes(kind)) return { heard: 'wood', count: told(entry, 'armies') ?? 1 }
  if (BATTLES.includes(kind)) return { heard: 'battle' }
  if (RESULTS.includes(kind)) return { heard: 'result' }
  return undefined
}
