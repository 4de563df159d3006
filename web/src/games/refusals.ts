/** Why the server refused something, in the reader's words. */
import type { Refusal } from '../lib/api'
import { has, t, type Values } from '../lib/i18n.svelte'
import type { Names } from './face'

const names: Partial<Record<string, Names>> = {}

/** Know what a game calls the things that its refusals speak of. */
export function learnNames(game: string, own: Names): void {
  names[game] = own
}

/** The reason's own sentence; else that of its code, with the server's for what we have no words for. */
export function refusalInWords(refusal: Pick<Refusal, 'code' | 'detail' | 'reason' | 'values'>): string {
  const sentence = t(`shell.error.${refusal.code}`)
  if (!refusal.reason) return sentence
  const [area, reason] = refusal.reason.includes('.') ? refusal.reason.split('.') : ['shell', refusal.reason]
  const key = `${area}.reason.${reason}`
  if (!has(key)) return t('shell.error.in_english', { sentence, detail: refusal.detail })
  return t(key, named(refusal.values, names[area!] ?? {}))
}

function named(values: Values, own: Names): Values {
  const inWords = ([name, value]: [string, string | number]) => [
    name,
    typeof value === 'string' ? (own[name]?.(value) ?? value) : value,
  ]
  return Object.fromEntries(Object.entries(values).map(inWords)) as Values
}
