/** What an address will need in a moment is asked for at once, while the page itself is still on its way. */
import { faceOf } from '../games'
import { loadPage } from '../pages'
import { askAhead, tablePath } from './api'
import { recall } from './remembered.svelte'
import type { Place } from './router.svelte'

export function foresee(here: Place): void {
  quietly(loadPage(here.page))
  if (here.page === 'lobby') askAhead('/api/games', '/api/tables?status=open', '/api/tables?status=running')
  if (here.page !== 'table') return
  askAhead(tablePath(here.link), `${tablePath(here.link)}/seats`)
  const known = recall(here.link)
  if (known) quietly(faceOf(known.game))
}

/** Whoever needs it asks again, and says what is wrong. */
function quietly(promise: Promise<unknown> | null): void {
  promise?.catch(() => {})
}
