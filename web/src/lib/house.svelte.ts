/** What the operator tells everybody: asked for once, by the lobby again and again, else from a stream. */
import { get } from './api'
import { hearBetween } from './between.svelte'
import { language, t } from './i18n.svelte'
import type { House } from './wire'

type Told = Pick<House, 'maintenance' | 'notice'>
const KEPT = 'tenka.read'

let told = $state.raw<Told>({ maintenance: false, notice: null })
let keeping = $state.raw<House['keeps'] | null>(null)
let read = $state.raw<string[]>((sessionStorage.getItem(KEPT) ?? '').split(' '))

/** Take in what is told now. */
export function hearHouse(now: Told): void {
  told = now
}

/** Ask what is told; whoever cannot be reached tells nothing. */
export async function askHouse(): Promise<void> {
  const house = await get<House>('/api/house').catch(() => null)
  if (!house) return
  keeping = house.keeps
  hearBetween(house.between)
  hearHouse(house)
}

/** For how many days tables are kept. */
export function keeps(): House['keeps'] | null {
  return keeping
}

/** What has not been read yet, in the reader's language where it was written. */
export function words(): { id: string; text: string }[] {
  const { notice, maintenance } = told
  const all = [
    ...(notice ? [{ id: `notice-${notice.made}`, text: notice.texts[language()] ?? notice.texts.en! }] : []),
    ...(maintenance ? [{ id: 'maintenance', text: t('shell.error.maintenance') }] : []),
  ]
  return all.filter(({ id }) => !read.includes(id))
}

/** It was read; in this tab it does not come again. */
export function haveRead(id: string): void {
  read = [...read, id]
  sessionStorage.setItem(KEPT, read.join(' '))
}
