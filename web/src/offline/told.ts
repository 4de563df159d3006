/** What a push says, and where it leads. */
export interface Word {
  title: string
  body: string
  url: string
  tag: string
}

/** A message of the server; whatever else comes leads to the lobby. */
export function wordOf(data: unknown): Word {
  const { title, body, url, tag } = (data ?? {}) as Partial<Record<keyof Word, unknown>>
  const text = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise)
  const path = text(url, '/')
  return {
    title: text(title, 'Tenka'),
    body: text(body, ''),
    url: path.startsWith('/') && !path.startsWith('//') ? path : '/',
    tag: text(tag, 'tenka'),
  }
}

/** Where the server hears of devices. */
export const DEVICES = '/api/account/notices/devices'

/** A browser's subscription as the server wants it, and the address in whose place it comes. */
export function deviceOf({ endpoint, keys }: PushSubscriptionJSON, before?: string) {
  return { endpoint, p256dh: keys?.p256dh, auth: keys?.auth, replaces: before ?? null }
}

/** The open page that shows a path already, else one at which nobody is in the middle of a game. */
export function pageFor<Page extends { url: string }>(
  pages: readonly Page[],
  path: string,
): Page | undefined {
  const at = ({ url }: Page) => new URL(url).pathname
  return pages.find((page) => at(page) === path) ?? pages.find((page) => !at(page).startsWith('/t/'))
}
