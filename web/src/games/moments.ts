/** When in a game a table is, for lists of tables: without the game's board, which is large. */
import { loadArea } from '../lib/i18n.svelte'
import type { View } from './face'

type Moment = (view: View) => string
const files = import.meta.glob<Moment>('./*/moment.ts', { import: 'moment' })
const loaded: Partial<Record<string, Moment>> = {}

/** Get the words of a game ready; one that has none says nothing. */
export async function loadMoment(game: string): Promise<void> {
  const file = files[`./${game}/moment.ts`]
  if (!file || loaded[game]) return
  const [moment] = await Promise.all([file(), loadArea(game)])
  loaded[game] = moment
}

export function momentOf(game: string, view: View | null): string {
  return view ? (loaded[game]?.(view) ?? '') : ''
}
