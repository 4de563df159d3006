/**
 * What the shell says of a game outside its board: title, seats, options. A game has words for that in
 * its area `lobby-<game>`; of one that has none, what the server tells is all there is to say.
 */
import { areasOf, has, loadArea, t } from '../lib/i18n.svelte'
import type { Option } from '../lib/wire'
import type { Entry } from './face'

/** All games' words for the lobby: they are few. */
export function loadLobbies(): Promise<unknown> {
  return Promise.all(areasOf('lobby-').map(loadArea))
}

export function titleOf(game: string, title = game.charAt(0).toUpperCase() + game.slice(1)): string {
  return has(`lobby-${game}.title`) ? t(`lobby-${game}.title`) : title
}

/** What the game is about, and how long it takes; nothing where nobody says. */
export function aboutOf(game: string): string {
  return has(`lobby-${game}.about`) ? t(`lobby-${game}.about`) : ''
}
export function lengthOf(game: string): string {
  return has(`lobby-${game}.length`) ? t(`lobby-${game}.length`) : ''
}

export function seatOf(game: string, seat: number): string {
  return has(`lobby-${game}.seat.${seat}`)
    ? t(`lobby-${game}.seat.${seat}`)
    : t('shell.seat', { n: seat + 1 })
}

export function optionOf(game: string, { name, about }: Pick<Option, 'name' | 'about'>): string {
  return has(`lobby-${game}.option.${name}`) ? t(`lobby-${game}.option.${name}`) : about
}

export function valueOf(game: string, option: string, value: boolean | number | string): string {
  const known = has(`lobby-${game}.option.${option}.${value}`)
  return known ? t(`lobby-${game}.option.${option}.${value}`) : String(value)
}

/** What the steps of a game's chart are. */
export function stepsOf(game: string): string {
  return has(`lobby-${game}.steps`) ? t(`lobby-${game}.steps`) : t('shell.chart.steps')
}

/** One of those steps in a sentence, with the entry with which it begins. */
export function stepOf(game: string, n: number, entry: Entry): string {
  const key = `lobby-${game}.step`
  return has(key) ? t(key, { ...wordsIn(entry), n }) : `${stepsOf(game)}: ${n}`
}

/** The same under a chart; a number says enough of most games. */
export function markOf(game: string, n: number, entry: Entry): string {
  const key = `lobby-${game}.step.mark`
  return has(key) ? t(key, { ...wordsIn(entry), n }) : String(n)
}

/** What the table is called that tells what chance gave. */
export function luckOf(game: string): string {
  return has(`lobby-${game}.luck`) ? t(`lobby-${game}.luck`) : t('shell.end.luck')
}

/** What of an entry can stand in a sentence. */
function wordsIn(entry: Entry): Record<string, string | number> {
  const said = Object.entries(entry).filter(([, value]) => ['string', 'number'].includes(typeof value))
  return Object.fromEntries(said) as Record<string, string | number>
}
