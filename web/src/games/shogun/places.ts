/** The provinces that an entry is about. */
import { told } from '../face'
import type { ShogunEntry } from './view'

export function placesOf(entry: ShogunEntry): string[] {
  if (entry.kind === 'cards opened') return [entry.left, entry.right]
  if (entry.kind === 'revolts drawn') return entry.provinces
  return [told(entry, 'source'), told(entry, 'province')].filter((name) => name !== undefined)
}
