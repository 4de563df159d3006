/** What entries of the journal sound like. */
import type { Sounding } from '../../lib/sound'
import type { SamuraiEntry } from './view'

const SOUNDS: Partial<Record<SamuraiEntry['kind'], Sounding>> = {
  laid: { heard: 'glaze' },
  'taken back': { heard: 'glaze' },
  'figure placed': { heard: 'wood' },
  'figures swapped': { heard: 'wood', count: 2 },
  captured: { heard: 'wood' },
  'set aside': { heard: 'wood' },
}

export function sound({ kind }: SamuraiEntry): Sounding | undefined {
  return SOUNDS[kind]
}
