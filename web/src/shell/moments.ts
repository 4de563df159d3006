/** Buttons that the table itself offers at certain moments, and the way to the next table. */
import type { Button } from '../games/face'
import { post } from '../lib/api'
import { t } from '../lib/i18n.svelte'
import { complain, tried } from '../lib/notices.svelte'
import { remember, type Remembered } from '../lib/remembered.svelte'
import { go } from '../lib/router.svelte'
import type { LiveTable } from '../lib/table.svelte'
import type { Seated } from '../lib/wire'

/** After the game. */
export function afterwards(table: LiveTable, summary: () => void): Button[] {
  const buttons: Button[] = [
    { label: t('shell.after.summary'), press: summary },
    { label: t('shell.after.replay'), press: () => go(`/t/${table.link}/replay`) },
  ]
  if (table.mine.length || table.arrived.rematch) {
    buttons.push({ label: t('shell.after.rematch'), main: true, press: () => void rematch(table) })
  }
  return buttons
}

/** Go to a table at which one holds seats now. */
export function sitDown({ table, seats }: Seated, more?: Partial<Remembered>): void {
  remember(table, seats, more)
  go(`/t/${table.table}`)
}

/** The next game with the same people; who does not sit here goes and watches. */
export async function rematch(table: LiveTable): Promise<void> {
  await tried(async () => {
    if (!table.mine.length) return go(`/t/${table.arrived.rematch}`)
    const seated = await post<Seated>(`/api/tables/${table.link}/rematch`)
    go(`/t/${seated.table.table}`)
  })
}

/** While a bot plays in my place. */
export function standInButtons(table: LiveTable, absent: number[]): Button[] {
  const { seat } = table
  if (seat === null || !absent.includes(seat)) return [] // who has resigned does not come back
  const press = () => {
    post(`/api/tables/${table.link}/return`, { seat }).catch(complain)
  }
  return [{ label: t('shell.player.return'), press, main: true }]
}
