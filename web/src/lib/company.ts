/** People and each other: whom I follow and block, and what waits for me. */
import { del, get, post, tablePath } from './api'
import { notify } from './notices.svelte'
import { t } from './i18n.svelte'
import type { Company, CompanyHere, Tie } from './wire'

export const NO_COMPANY: Company = { invitations: [], followed: [], hidden: [] }

/** Somebody by a seat at a table where I sit too, or by their page. */
export type Whom = { table: string; seat: number } | { page: string }

export async function tie(kind: Tie['kind'], whom: Whom, name: string): Promise<Tie[]> {
  const ties = await post<Tie[]>('/api/account/ties', { kind, ...whom })
  notify(t(kind === 'follow' ? 'shell.people.followed' : 'shell.people.blocked', { name }))
  return ties
}

export function untie(id: number): Promise<void> {
  return del(`/api/account/ties/${id}`)
}

/** What I have with the others at my table, and whom I have asked to it. */
export function companyAt(table: string): Promise<CompanyHere> {
  return get<CompanyHere>(`${tablePath(table)}/company`)
}

export async function followed(): Promise<Tie[]> {
  return (await get<Tie[]>('/api/account/ties')).filter(({ kind }) => kind === 'follow')
}
