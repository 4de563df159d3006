/** People and each other: whom I follow and block, and what waits for me. */
import { get, post } from './api'
import { notify } from './notices.svelte'
import { t } from './i18n.svelte'
import type { Company, Tie } from './wire'

export const NO_COMPANY: Company = { invitations: [], followed: [], hidden: [] }

/** Somebody by a seat at a table where I sit too, or by their page. */
export type Whom = { table: string; seat: number } | { page: string }

export async function tie(kind: Tie['kind'], whom: Whom, name: string): Promise<Tie[]> {
  const ties = await post<Tie[]>('/api/account/ties', { kind, ...whom })
  notify(t(kind === 'follow' ? 'shell.people.followed' : 'shell.people.blocked', { name }))
  return ties
}

export async function followed(): Promise<Tie[]> {
  return (await get<Tie[]>('/api/account/ties')).filter(({ kind }) => kind === 'follow')
}
