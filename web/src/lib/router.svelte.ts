/** Where we are: the page's address, and going elsewhere without reloading. */
import { isOutdated } from '../offline/page.svelte'

export type Place =
  | { page: 'lobby' }
  | { page: 'table'; link: string }
  | { page: 'replay'; link: string }
  | { page: 'help'; game: string; topic: string }
  | { page: 'learn'; game: string }
  | { page: 'sheet'; game: string }
  | { page: 'account' }
  | { page: 'letters'; link: string }
  | { page: 'operator' }
  | { page: 'ratings' }
  | { page: 'scene'; game: string }
  | { page: 'tournaments' }
  | { page: 'tournament'; link: string }
  | { page: 'person'; link: string }
  | { page: 'puzzles' }
  | { page: 'puzzle'; game: string; name: string }
  | { page: 'gallery' }
  | { page: 'nowhere' }

const here = $state({ path: location.pathname, query: location.search, hash: location.hash })

function look(): void {
  here.path = location.pathname
  here.query = location.search
  here.hash = location.hash
}
addEventListener('popstate', look)
addEventListener('hashchange', look)

export function place(): Place {
  return placeOf(here.path, here.hash)
}

export function query(): URLSearchParams {
  return new URLSearchParams(here.query)
}

/** What an address means. */
export function placeOf(path: string, hash = ''): Place {
  const [first, second, third] = path.split('/').filter(Boolean)
  if (!first) return { page: 'lobby' }
  if (first === 't' && second && !third) return { page: 'table', link: second }
  if (first === 't' && second && third === 'replay') return { page: 'replay', link: second }
  if (first === 'help' && second) return { page: 'help', game: second, topic: hash.slice(1) }
  if (first === 'learn' && second) return { page: 'learn', game: second }
  if (first === 'sheet' && second) return { page: 'sheet', game: second }
  if (first === 'p' && second && !third) return { page: 'person', link: second }
  if (first === 'account' && !second) return { page: 'account' }
  if (first === 'letters' && second && !third) return { page: 'letters', link: second }
  if (first === 'study' && second) return { page: 'scene', game: second }
  if (first === 'tournaments' && !second) return { page: 'tournaments' }
  if (first === 'tournaments' && second && !third) return { page: 'tournament', link: second }
  if (first === 'ratings' && !second) return { page: 'ratings' }
  if (first === 'operator' && !second) return { page: 'operator' }
  if (first === 'puzzles' && second && third) return { page: 'puzzle', game: second, name: third }
  if (first === 'puzzles' && !second) return { page: 'puzzles' }
  if (first === 'gallery' && !second) return { page: 'gallery' }
  return { page: 'nowhere' }
}

/** Go to an address of the client; `quietly` replaces the present one in the history. */
export function go(address: string, quietly = false): void {
  const elsewhere = new URL(address, location.href).pathname !== location.pathname
  if (elsewhere && isOutdated()) return quietly ? location.replace(address) : location.assign(address)
  if (quietly) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  look()
  if (elsewhere) scrollTo(0, 0)
}

/** Plain clicks on links to our own pages do not reload the page. */
export function followLinks(event: MouseEvent): void {
  const anchor = (event.target as Element | null)?.closest?.('a')
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
  if (!anchor || !plain || event.defaultPrevented || anchor.target || anchor.download) return
  const url = new URL(anchor.href, location.href)
  if (url.origin !== location.origin || url.pathname.startsWith('/api/')) return
  event.preventDefault()
  go(url.pathname + url.search + url.hash)
}
