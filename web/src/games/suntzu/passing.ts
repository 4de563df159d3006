/** Passing: by itself where nothing else can be decided, and in advance. */
import type { Legal } from '../face'
import type { SunTzuView } from './view'

/** Where there is nothing to decide, the answer is 'pass'. */
export function onlyAnswer(_: SunTzuView, legal: Legal[]): string | null {
  return legal.length === 1 && legal[0]!.text === 'pass' ? 'pass' : null
}
