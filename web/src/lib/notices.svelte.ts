/** Sentences that come and go: errors in words, and what screen readers are told. */
import { online } from 'svelte/reactivity/window'
import { Refusal, Unreachable } from './api'
import { refusalInWords } from '../games/refusals'
import { t } from './i18n.svelte'

const LASTS = 7000

interface Notice {
  id: number
  text: string
}

const shown = $state<{ list: Notice[]; spoken: string }>({ list: [], spoken: '' })
let next = 1

export function notices(): Notice[] {
  return shown.list
}

/** Show a sentence for a while. */
export function notify(text: string): void {
  const id = next++
  shown.list = [...shown.list.filter((notice) => notice.text !== text), { id, text }].slice(-3)
  setTimeout(() => dismiss(id), LASTS)
}

export function dismiss(id: number): void {
  shown.list = shown.list.filter((notice) => notice.id !== id)
}

/** What went wrong, in the reader's words. */
export function inWords(error: unknown): string {
  if (error instanceof Refusal) return refusalInWords(error)
  if (online.current === false) return t('shell.error.offline')
  if (error instanceof Unreachable) return t('shell.error.unreachable')
  return t('shell.error.unknown', { detail: error instanceof Error ? error.message : String(error) })
}

/** The same of an address: where it leads nowhere, what is said of that. */
export function whyNot(error: unknown, nowhere: string): string {
  return error instanceof Refusal && [404, 422].includes(error.status) ? nowhere : inWords(error)
}

export function complain(error: unknown): void {
  notify(inWords(error))
}

/** Do something; what goes wrong with it is told. Whether it went well. */
export async function tried(what: () => Promise<unknown>): Promise<boolean> {
  try {
    await what()
    return true
  } catch (error) {
    complain(error)
    return false
  }
}

export function spoken(): string {
  return shown.spoken
}

/** Have a sentence read out by screen readers. */
export function say(text: string): void {
  shown.spoken = text
}
