/** What the lobby knows: the games, public tables, and the tables of this browser. */
import { loadMoment } from '../games/moments'
import { accountName } from './account.svelte'
import { get, pause, Refusal } from './api'
import { NO_COMPANY } from './company'
import { askHouse } from './house.svelte'
import { forget, remembered } from './remembered.svelte'
import type { Company, Game, Snapshot, Summary } from './wire'

const FEW = 12
/** Tables in a page of the server's lists. */
const PAGE = 100
const OFTEN = 1500
const SELDOM = 15000
/** A table that is not there, or not there any more. */
const GONE = [404, 410]

export class LobbyState {
  games: Game[] = $state.raw([])
  open: Summary[] = $state.raw([])
  running: Summary[] = $state.raw([])
  mine: Snapshot[] = $state.raw([])
  /** Invitations, and whose tables I look for or avoid. */
  company: Company = $state.raw(NO_COMPANY)
  /** What went wrong the last time we asked. */
  trouble: unknown = $state.raw(null)
  /** Whether a list goes on after what is shown of it. */
  goesOn = $state({ open: false, running: false })
  #pages = { open: 1, running: 1 }
  #left = false

  /** Ask now and again, for as long as the lobby is shown; often while rules are being prepared. */
  async watch(): Promise<void> {
    while (!this.#left) {
      await this.refresh()
      const preparing = this.games.some((game) => !game.ready)
      await pause(preparing || this.trouble ? OFTEN : SELDOM)
    }
  }

  leave(): void {
    this.#left = true
  }

  async refresh(): Promise<void> {
    try {
      const answers = await Promise.all([
        this.#askGames(),
        this.#listed('open'),
        this.#listed('running'),
        myTables(),
        myCompany(),
        askHouse(),
      ])
      ;[, this.open, this.running, this.mine, this.company] = answers
      this.trouble = null
    } catch (error) {
      this.trouble = error
    }
  }

  /** Show a page more of a list. */
  async more(list: 'open' | 'running'): Promise<void> {
    this.#pages[list] += 1
    await this.refresh()
  }

  /** All pages that are shown. Of two that are asked for at once both may have the table between them. */
  async #listed(status: 'open' | 'running'): Promise<Summary[]> {
    const skips = Array.from({ length: this.#pages[status] }, (_, page) => page * PAGE)
    const pages = await Promise.all(
      skips.map((skip) => get<Summary[]>(`/api/tables?status=${status}${skip ? `&skip=${skip}` : ''}`)),
    )
    this.goesOn[status] = pages.at(-1)!.length === PAGE
    return [...new Map(pages.flat().map((table) => [table.table, table])).values()]
  }

  /** The games wait for nothing else: they are what one comes for. */
  async #askGames(): Promise<void> {
    this.games = await get<Game[]>('/api/games')
  }
}

/** Guests have none; nor has whoever was signed out elsewhere. */
async function myCompany(): Promise<Company> {
  if (!accountName()) return NO_COMPANY
  try {
    return await get<Company>('/api/account/company')
  } catch (error) {
    if (error instanceof Refusal) return NO_COMPANY
    throw error
  }
}

/** The tables of this browser that are still there, the latest first. */
async function myTables(): Promise<Snapshot[]> {
  const found = await Promise.all(
    remembered()
      .slice(0, FEW)
      .map(async ({ link }) => {
        try {
          return await get<Snapshot>(`/api/tables/${link}`)
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          if (GONE.includes(error.status)) forget(link)
          return null
        }
      }),
  )
  const there = found.filter((table) => table !== null)
  await Promise.all(there.map((table) => loadMoment(table.game)))
  return there
}
