/** The tables of this browser: links only, for the seats themselves are cookies. */
import type { Summary } from './wire'

export interface Remembered {
  link: string
  game: string
  seats: number[]
  /** All who share this device may see everything: no curtain. */
  together: boolean
  /** When it was last opened, in seconds. */
  time: number
}

const KEPT = 'tenka.tables'
const MOST = 40

function kept(): Remembered[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]')
    return Array.isArray(list) ? (list as Remembered[]) : []
  } catch {
    return []
  }
}

const tables = $state({ list: kept() })

export function remembered(): Remembered[] {
  return tables.list
}

export function recall(link: string): Remembered | undefined {
  return tables.list.find((table) => table.link === link)
}

/** Put a table on top of the list, with what is known of it. */
export function remember(table: Summary, seats: number[], more: Partial<Remembered> = {}): void {
  const before = recall(table.table)
  const entry: Remembered = {
    together: false,
    ...before,
    link: table.table,
    game: table.game,
    seats,
    time: Date.now() / 1000,
    ...more,
  }
  keep([entry, ...tables.list.filter((other) => other.link !== table.table)].slice(0, MOST))
}

export function forget(link: string): void {
  keep(tables.list.filter((table) => table.link !== link))
}

function keep(list: Remembered[]): void {
  tables.list = list
  localStorage.setItem(KEPT, JSON.stringify(list))
}
