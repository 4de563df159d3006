/** What lists of tables say of a table. */
import { optionOf, valueOf } from '../games/lobby'
import { momentOf } from '../games/moments'
import { paceInWords } from '../lib/clocks'
import { ownName, t } from '../lib/i18n.svelte'
import { recall } from '../lib/remembered.svelte'
import type { Option, Seat, Snapshot, Summary } from '../lib/wire'
import { levelOf } from './players'

type Listed = Summary | Snapshot

/** Who sits there, or that nobody does. */
export function sitterOf(seat: Seat): string {
  if (seat.kind === 'open') return t('shell.waiting.free')
  if (seat.kind === 'human') return seat.rating ? `${seat.name} (${seat.rating})` : seat.name
  return `${seat.name} (${t('shell.player.bot', { level: levelOf(seat.level ?? '') })})`
}

/** What whoever laid a table that waits wishes for: a pace, a language, ratings. */
export function wishesOf({ status, pace, wishes }: Listed): string[] {
  if (status !== 'open') return []
  const { language, rating } = wishes ?? { language: null, rating: null }
  return [
    ...(pace ? [paceInWords(pace)] : []),
    ...(language ? [ownName(language)] : []),
    ...(rating ? [t('shell.table.ratings', { low: rating[0], high: rating[1] })] : []),
  ]
}

/** What was chosen of a game's options; of those that are as usual nothing is said, where that is known. */
export function optionsOf(
  { game, options }: Pick<Listed, 'game' | 'options'>,
  usual: Option[] = [],
): string[] {
  return Object.entries(options).flatMap(([option, value]) => {
    const same = usual.some((one) => one.name === option && one.default === value)
    if (option === 'players' || value === false || same) return []
    const label = optionOf(game, { name: option, about: option })
    return [value === true ? label : `${label}: ${valueOf(game, option, value)}`]
  })
}

/** All but those who play on this device. */
export function othersAt(table: Listed): string {
  const mine = recall(table.table)?.seats ?? []
  return table.seats
    .filter((_, seat) => !mine.includes(seat))
    .map(sitterOf)
    .join(', ')
}

/** When in the game it is; of a finished one the date says enough. */
export function momentAt(table: Listed): string {
  return 'view' in table && table.status === 'running' ? momentOf(table.game, table.view) : ''
}

/** How it stands, for who looks at the list. */
export function stateOf(table: Listed): string {
  const own = recall(table.table)
  if (!own) return table.status === 'open' ? t('shell.table.join') : t('shell.table.watch')
  if ('result' in table && table.result) return outcome(table, table.result.winners, own.seats)
  const asked = 'to_act' in table ? table.to_act : []
  if (own.seats.some((seat) => asked.includes(seat))) return t('shell.table.your_turn')
  return asked.length
    ? t('shell.table.decides', { names: names(table, asked) })
    : t(`shell.table.${table.status}`)
}

function names(table: Listed, seats: number[]): string {
  return seats.map((seat) => table.seats[seat]!.name).join(', ')
}

function outcome(table: Listed, winners: number[], mine: number[]): string {
  const people = new Set(table.seats.filter(({ kind }) => kind === 'human').map(({ holder }) => holder))
  const won = winners.some((seat) => mine.includes(seat)) && !table.study
  // Who played all sides on one device wants to know which of them won.
  const alone = people.size < 2 && table.seats.filter(({ kind }) => kind === 'human').length > 1
  return won && !alone ? t('shell.table.won') : t('shell.table.won_by', { names: names(table, winners) })
}
