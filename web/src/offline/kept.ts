/** What of the client is kept on a device, and for whom. */

/** A file of the built client. What has a language or a game is for those who read or play it. */
export interface Kept {
  path: string
  language?: string
  game?: string
}

/** Who wants it: a reader of a language, a player of a game. */
export interface Wish {
  language?: string
  game?: string
}

/** What somebody needs: what is everybody's, and what is theirs. */
export function wanted(files: Kept[], { language, game }: Wish): string[] {
  const theirs = (file: Kept) =>
    (!file.language || file.language === language) && (!file.game || file.game === game)
  return files.filter(theirs).map(({ path }) => path)
}

/**
 * How a request is answered: a page comes from the server and, without it, from what is kept; a file that
 * never changes, from what is kept. All else is none of our business, above all what the server says of
 * tables: seats are cookies and links under `/api/`, and nothing of them is kept.
 */
export function answered(method: string, mode: string, url: URL, origin: string): 'page' | 'file' | null {
  if (method !== 'GET' || url.origin !== origin || url.pathname.startsWith('/api/')) return null
  if (mode === 'navigate') return 'page'
  return url.pathname.startsWith('/assets/') ? 'file' : null
}

/** Which caches can go: the present edition stays, and the one before it, for pages that are still open. */
export function outdated(caches: string[], present: string): string[] {
  return caches.filter((name) => name !== present).slice(0, -1)
}
