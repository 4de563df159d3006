/** Views of any shape: what can be said of them without knowing the game. */
import { t } from '../lib/i18n.svelte'
import type { View } from '../games/face'

/** A view of a game that is not known here: beside what all have, anything. */
export interface PlainView extends View {
  [field: string]: unknown
}
export type Fields = Record<string, unknown>

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A list of alike objects: a table. */
export function isTable(value: unknown): value is Fields[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord)
}

/** A field's name as words. */
export function wordsOf(name: string): string {
  return name.replaceAll('_', ' ')
}

/** A value in a few words: lists with commas, objects as their fields. */
export function inWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? t('plain.yes') : t('plain.no')
  if (Array.isArray(value)) return value.length ? value.map(inWords).join(', ') : '–'
  if (!isRecord(value)) return String(value)
  const fields = Object.entries(value).map(([name, one]) => `${wordsOf(name)} ${inWords(one)}`)
  return fields.join(', ')
}

/** What a view says of one player. */
export function ofPlayer(view: PlainView, seat: number): Fields {
  const player: unknown = Array.isArray(view.players) ? view.players[seat] : undefined
  return isRecord(player) ? player : {}
}

/** The columns of a table: all fields that any of its rows has. */
export function columnsOf(rows: Fields[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))]
}

/** What the page says elsewhere, or nobody needs to read. */
const ELSEWHERE = ['game', 'viewer', 'to_act', 'options', 'players']

export function partsOf(view: PlainView): [string, unknown][] {
  return Object.entries(view).filter(([name]) => !ELSEWHERE.includes(name))
}
