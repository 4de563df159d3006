/** A table to be laid, as it is chosen in the lobby. */
import { seatOf } from '../games/lobby'
import { settings } from './settings.svelte'
import type { Game, NewTable, Option, Pace, SeatChoice } from './wire'

type Chosen = boolean | number | string | null

export const MODES = ['bots', 'friends', 'device'] as const
export type Mode = (typeof MODES)[number]
const MINUTE = 60
const DAY = 24 * 3600
const pace = (per_turn: number, bank: number, increment = 0): Pace => ({
  per_turn,
  bank,
  increment,
  rest: null,
})
/** How long everybody may think: as long as they like, minutes with an increment, or days. */
export const PACES: Record<string, Pace | null> = {
  none: null,
  '10+10': pace(0, 10 * MINUTE, 10),
  '30+15': pace(0, 30 * MINUTE, 15),
  '60+30': pace(0, 60 * MINUTE, 30),
  '1d': pace(DAY, 0),
  '3d': pace(3 * DAY, 0),
  '7d': pace(7 * DAY, 0),
}
/** Days in a time bank, beside days per turn. */
export const BANKS = [0, 1, 3, 7, 14] as const
const NIGHT: [number, number] = [22, 7]

const LIKED_LEVEL = 'novice'
/** Of ratings that anybody may have. */
const [LOWEST, HIGHEST] = [0, 4000]

export class Setup {
  mode: Mode = $state('bots')
  players = $state(2)
  /** Bots beside the people, with friends or on one device. */
  bots = $state(0)
  level = $state('')
  /** By seat, where each bot has a level of its own. */
  each: string[] | null = $state(null)
  seat = $state(0)
  name = $state(settings.name)
  names: string[] = $state(['', '', '', '', ''])
  options: Record<string, Chosen> = $state({})
  odds = $state(true)
  /** Whether the game waits for everybody's word for the dice. */
  words = $state(false)
  /** What an adept would do may be asked; against bots alone. */
  hints = $state(false)
  /** For a bot that is still being prepared; otherwise a weaker one plays meanwhile. */
  waits = $state(false)
  listed = $state(false)
  /** Whom one would like to play with, where anyone can join. */
  language = $state('')
  ratingFrom: number | null = $state(null)
  ratingTo: number | null = $state(null)
  /** Whether the result counts; for people who are signed in. */
  rated = $state(false)
  pace = $state('none')
  bank = $state(0)
  nights = $state(false)
  weekends = $state(false)
  /** The level of the bot that stands in then. */
  standIn = $state('')

  constructor(readonly game: Game) {
    this.players = game.default_players
    this.level = this.levels.find((level) => level === LIKED_LEVEL) ?? this.levels.at(-1) ?? ''
    this.standIn = this.level
    this.options = Object.fromEntries(game.options.map((option) => [option.name, option.default]))
  }

  get levels(): string[] {
    return this.game.bots.map((bot) => bot.level)
  }
  /** Bots that can sit here beside at least two people. */
  get mostBots(): number {
    return this.players - 2
  }
  get withBots(): boolean {
    return this.mode === 'bots' || Math.min(this.bots, this.mostBots) > 0
  }

  /** Whether an option can have a value, with the players and the options before it as chosen. */
  allows(option: Option, value: Chosen): boolean {
    const chosen = { ...this.#chosenBefore(option), [option.name]: value }
    return !this.game.apart.some((wrong) =>
      Object.entries(wrong).every(([name, apart]) => chosen[name] === apart),
    )
  }
  /** An option's value: what was picked, unless it does not go together with an option before it. */
  valueOf(option: Option): Chosen {
    const picked = this.options[option.name] ?? null
    return this.allows(option, picked) ? picked : option.default
  }

  #chosenBefore(option: Option): Record<string, Chosen> {
    const chosen: Record<string, Chosen> = { players: this.players }
    for (const other of this.game.options) {
      if (other.name === option.name) break
      chosen[other.name] = this.valueOf(other)
    }
    return chosen
  }

  /** What the server is asked for. */
  request(): NewTable {
    const options = this.game.options
      .map((option) => [option.name, this.valueOf(option)])
      .filter(([, value]) => value !== null)
    return {
      game: this.game.name,
      players: this.players,
      options: Object.fromEntries(options) as NewTable['options'],
      seats: this.#seats(),
      odds: this.odds,
      words: this.words,
      hints: this.mode === 'bots' && this.hints && !this.rated,
      rated: this.mode !== 'device' && this.rated,
      wishes: this.#wishes(),
      listed: this.mode === 'friends' && this.listed,
      ...(this.mode === 'friends' && this.pace !== 'none'
        ? { pace: this.chosenPace, stand_in: this.standIn }
        : {}),
    }
  }

  /** Whether turns take days: then there are banks, nights and weekends. */
  get slow(): boolean {
    return (PACES[this.pace]?.per_turn ?? 0) >= DAY
  }
  get chosenPace(): Pace | null {
    const chosen = PACES[this.pace] ?? null
    if (!chosen || !this.slow) return chosen
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    const rest = { zone, nights: this.nights ? NIGHT : null, weekends: this.weekends }
    return { ...chosen, bank: this.bank * DAY, rest: this.nights || this.weekends ? rest : null }
  }

  #wishes(): NewTable['wishes'] {
    if (this.mode !== 'friends' || !this.listed) return null
    const bounded = this.rated && (this.ratingFrom !== null || this.ratingTo !== null)
    const rating: [number, number] | null = bounded
      ? [this.ratingFrom ?? LOWEST, this.ratingTo ?? HIGHEST]
      : null
    return { language: (this.language || null) as 'en' | null, rating }
  }

  #seats(): SeatChoice[] {
    const bots = this.mode === 'bots' ? this.players - 1 : Math.min(this.bots, this.mostBots)
    const people = this.players - bots
    const bot: SeatChoice = { kind: 'bot', level: this.level, waits: this.waits }
    const robots = Array<SeatChoice>(bots).fill(bot)
    if (this.mode === 'device') {
      const humans = this.names.slice(0, people).map((name) => this.#person(name))
      return this.#named([...humans, ...robots])
    }
    const others = [...Array<SeatChoice>(people - 1).fill({ kind: 'open', waits: false }), ...robots]
    return this.#named(others.toSpliced(Math.min(this.seat, others.length), 0, this.#person(this.name)))
  }

  #person(name: string): SeatChoice {
    return { kind: 'human', name: name.trim() || null, waits: false }
  }

  /** Who has no name is called after the seat, in the language of whoever lays the table. */
  #named(seats: SeatChoice[]): SeatChoice[] {
    return seats.map((seat, at) => {
      if (seat.kind === 'open') return seat
      const level = seat.kind === 'bot' ? { level: this.each?.[at] ?? this.level } : {}
      return { ...seat, ...level, name: seat.name ?? seatOf(this.game.name, at) }
    })
  }

  /** The seats that bots will have. */
  get botSeats(): number[] {
    return this.#seats().flatMap((seat, at) => (seat.kind === 'bot' ? [at] : []))
  }

  /** Let each bot have a level of its own, or all the same again. */
  chooseEach(wished: boolean): void {
    this.each = wished ? Array<string>(this.game.players.at(-1) ?? 0).fill(this.level) : null
  }
}
