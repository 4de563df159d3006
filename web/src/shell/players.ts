import type { Face, Person } from '../games/face'
import { betweenLevels } from '../lib/between.svelte'
import { has, t } from '../lib/i18n.svelte'
import { clock } from '../lib/time'
import type { Game, Seat, Shapes, Snapshot } from '../lib/wire'

type Strength = Shapes['Strength']

/** The level of a bot in words; a level that we have no words for, as the server calls it. */
export function levelOf(level: string): string {
  const made = betweenLevels(level)
  if (made?.weaker) return t('shell.level.between', { a: levelOf(made.weaker), b: levelOf(made.level) })
  if (made) return t('shell.level.hurried', { level: levelOf(made.level) })
  return has(`shell.level.${level}`) ? t(`shell.level.${level}`) : level
}

/** Where a level stands on the scale with so many players, if that was measured. */
export function strengthOf(game: Game, level: string, players: number): Strength | undefined {
  const bot = game.bots.find((one) => one.level === level)
  return bot?.strengths.find((one) => one.players === players)
}

/** All levels of a game with so many players, the weakest first: by their numbers where all have one. */
export function upwards(game: Game, players: number): string[] {
  const levels = game.bots.map((bot) => bot.level)
  const numbers = new Map(levels.map((level) => [level, strengthOf(game, level, players)?.number]))
  if ([...numbers.values()].includes(undefined)) return levels
  return levels.toSorted((a, b) => numbers.get(a)! - numbers.get(b)!)
}

/** What a level's number means: how often it finishes ahead of the next weaker one, in tenths. */
export function meaningOf(game: Game, level: string, players: number): string {
  const found = strengthOf(game, level, players)
  if (!found?.below || found.ahead === null) return ''
  const times = Math.round(10 * found.ahead)
  const what = times === 10 ? 'shell.level.always' : 'shell.level.meaning'
  return t(what, { level: levelOf(level), below: levelOf(found.below), times })
}

/** What is told of the people of a table beside the game. */
export interface Attendance {
  /** Seats for which a bot stands in, and those whose people gave up. */
  absent: number[]
  resigned: number[]
  /** For each seat, since when its person is away. */
  away: (number | null)[]
  /** For each seat, the rating with which its person sat down to a rated game. */
  ratings: (number | null)[]
}

export const ALL_HERE: Attendance = { absent: [], resigned: [], away: [], ratings: [] }

export function attendanceOf(seats: Seat[], away: (number | null)[]): Attendance {
  const numbers = (which: (seat: Seat) => boolean) => seats.filter(which).map(({ seat }) => seat)
  return {
    absent: numbers((seat) => seat.stand_in !== null && !seat.resigned),
    resigned: numbers((seat) => seat.resigned),
    away,
    ratings: seats.map(({ rating }) => rating),
  }
}

/** What stands below a player's name: the clan, who plays it, and whether they are here. */
export function sublineOf(person: Person, clan: string, seat: number | null, attendance: Attendance): string {
  const { absent, resigned, away, ratings } = attendance
  const parts = clan === person.name ? [] : [clan]
  if (ratings[person.seat]) parts.push(t('shell.player.rating', { n: ratings[person.seat]! }))
  if (resigned.includes(person.seat)) parts.push(t('shell.player.resigned'))
  else if (absent.includes(person.seat)) parts.push(t('shell.player.stand_in'))
  else if (person.kind === 'bot') parts.push(t('shell.player.bot', { level: levelOf(person.level ?? '') }))
  else if (person.mine) parts.push(t(person.seat === seat ? 'shell.player.you' : 'shell.player.here'))
  else if (away[person.seat]) parts.push(t('shell.player.away', { time: clock(away[person.seat]!) }))
  return parts.join(' · ')
}

/** The seats as they stand after a game: 'you' is said of one, not of everybody who sat at this screen. */
export function honoured(people: Person[]): Person[] {
  const alone = people.filter(({ mine }) => mine).length === 1
  return people.map((person) => ({ ...person, mine: person.mine && alone }))
}

/** How a game ended, in a sentence: in the game's own words, unless it was given up. */
export function endingOf(face: Face, snapshot: Snapshot, people: Person[]): string {
  if (snapshot.result?.ending !== 'resignation') {
    return snapshot.view ? face.ending(snapshot.view) : (snapshot.result?.ending ?? '')
  }
  const names = snapshot.seats.filter((seat) => seat.resigned).map(({ seat }) => people[seat]!.name)
  return t('shell.end.resigned', { names: names.join(', ') })
}
