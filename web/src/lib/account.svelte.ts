/** Who I am here, if I wish to be known again: passkeys, devices, and my tables on all of them. */
import { del, get, post, put, Refusal } from './api'
import { forget, recall, remember, remembered } from './remembered.svelte'
import { tellNoMore } from './telling'
import { choose, settings } from './settings.svelte'
import type { Account, Ceremony, MyTable, SignInLink } from './wire'

/** The name of whoever is signed in here; guests ask the server nothing. */
const KEPT = 'tenka.account'
const known = $state({ name: localStorage.getItem(KEPT), mail: false })

export function accountName(): string | null {
  return known.name
}

/** Whether one can sign in by e-mail here. */
export function hasMail(): boolean {
  return known.mail
}

function know(account: Account | null): void {
  known.name = account?.name ?? null
  if (account) localStorage.setItem(KEPT, account.name)
  else localStorage.removeItem(KEPT)
}

/** What stands in the way of passkeys here; browsers have rules of their own for them. */
export type Obstacle = 'https' | 'number' | 'browser'

export function obstacle(place: Pick<Location, 'hostname'> = location): Obstacle | null {
  if (!globalThis.isSecureContext) return 'https'
  if (/^[\d.]+$|:/.test(place.hostname)) return 'number'
  return 'PublicKeyCredential' in globalThis && 'parseCreationOptionsFromJSON' in PublicKeyCredential
    ? null
    : 'browser'
}

/** The same page under a name, where it is on this very machine. */
export function namedHere(place: Pick<Location, 'hostname' | 'href'> = location): string | null {
  return ['127.0.0.1', '[::1]'].includes(place.hostname)
    ? place.href.replace(place.hostname, 'localhost')
    : null
}

/** The person who closed the browser's window wants nothing. */
export function isChangeOfMind(error: unknown): boolean {
  return error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)
}

export async function look(): Promise<Account | null> {
  const { account, mail } = await get<{ account: Account | null; mail: boolean }>('/api/account')
  known.mail = mail
  know(account)
  return account
}

/** A new passkey: of a new person or, signed in, one more. */
export async function register(name?: string): Promise<Account> {
  const { ticket, options } = await post<Ceremony>('/api/account/passkeys/options', name ? { name } : {})
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON,
  )
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
  const proof = { ticket, credential: JSON.stringify(made), label: deviceName() }
  return entered(await post<Account>('/api/account/passkeys', proof))
}

export async function signIn(): Promise<Account> {
  const { ticket, options } = await post<Ceremony>('/api/account/sign-in/options')
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON,
  )
  const found = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
  const proof = { ticket, credential: JSON.stringify(found) }
  return entered(await post<Account>('/api/account/sign-in', proof))
}

/** Whose account such a link opens; it stays good. */
export function lookAtLink(ticket: string): Promise<SignInLink> {
  return post<SignInLink>('/api/account/devices/look', { ticket })
}

/** Sign in with a link that another device made, or that came by e-mail. */
export async function enter(ticket: string): Promise<Account> {
  return entered(await post<Account>('/api/account/devices/enter', { ticket, label: deviceName() }))
}

async function entered(account: Account): Promise<Account> {
  know(account)
  if (!settings.name) choose({ name: account.name })
  for (const { link } of remembered())
    await post(`/api/tables/${link}/claim`).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error // a table that is gone has nothing to take along
    })
  await bringTables()
  return account
}

/** Put my tables of other devices on the list of this one. */
export async function bringTables(): Promise<void> {
  if (!known.name) return
  try {
    for (const { table, seats } of (await get<MyTable[]>('/api/account/tables')).reverse())
      if (!recall(table.table)) remember(table, seats)
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) know(null)
  }
}

export async function rename(name: string): Promise<Account> {
  const account = await put<Account>('/api/account', { name })
  know(account)
  choose({ name: account.name })
  return account
}

/** My tables go with me: whoever uses this browser next has none of my seats. */
export async function signOut(): Promise<void> {
  const mine = await get<MyTable[]>('/api/account/tables')
  await tellNoMore()
  await post('/api/account/sign-out')
  for (const { table } of mine) forget(table.table)
  know(null)
}

export async function deleteAccount(): Promise<void> {
  const mine = await get<MyTable[]>('/api/account/tables')
  await tellNoMore()
  await del('/api/account')
  for (const { table } of mine) forget(table.table)
  know(null)
  choose({ name: '' })
}

/** What to call this device in a list: its browser and its system. */
export function deviceName(agent = navigator.userAgent): string {
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(agent)?.[1] ?? 'Browser'
  const system = /iPhone|iPad|Android|Windows|Mac OS|Linux/.exec(agent)?.[0] ?? ''
  const named = { Edg: 'Edge', OPR: 'Opera' }[browser] ?? browser
  return system ? `${named}, ${system}` : named
}
