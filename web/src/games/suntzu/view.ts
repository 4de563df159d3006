/** Sun Tzu's view, as the server describes a position to one viewer. Seat 0 is Sun Tzu, 1 is Shao. */

export const PROVINCES = ['QIN', 'CHU', 'JIN-YAN', 'HAN-QI', 'WU'] as const
export type ProvinceName = (typeof PROVINCES)[number]

export type CardName = string
/** All kinds of action cards in the order of a hand; the first six are framed. */
export const CARDS: CardName[] = [
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
  '10',
  '+1',
  '+2',
  '+3',
  '-1',
  'plague',
]
/** The rounds whose end brings points, in the order of a display's three numbers. */
export const SCORING_ROUNDS = [3, 6, 9] as const
export const ROUNDS = 9
export const TRACK_END = 9

export type Phase =
  | 'generals'
  | 'window before orders'
  | 'orders'
  | 'next battle'
  | 'window before battle'
  | 'reveal'
  | "winner's window"
  | 'fetch'
  | 'window before marker'
  | 'marker'
  | 'window before cost'
  | 'cost'
  | 'window before tribute'
  | 'tribute'
  | 'chariot'
  | 'window before points'
  | 'window at the end of the round'
  | 'keep'
  | 'over'

export interface Province {
  name: ProvinceName
  armies: number[]
  markers: number[]
  six_used: boolean[]
  /** Where each seat's 6 was opened, also under a Plague. */
  six_played: boolean[]
  points: number[] | null
  /** The order of each seat: a card, 'closed' for one that is not known, null for none. */
  laid: (CardName | 'closed' | null)[]
  opened: boolean
}

export interface Side {
  side: string
  pool: number
  reinforcements: number
  /** null: another's hand. */
  hand: CardName[] | null
  hand_size: number
  drawn: CardName[]
  drawn_size: number
  pile_size: number
  pile_known: (CardName | null)[]
  discarded: CardName[]
  draws_three: boolean
  generals: string[] | null
  generals_left: number
  generals_used: string[]
}

export interface SunTzuView {
  game: 'suntzu'
  viewer: number | null
  options: { players: 2; events: boolean; beginner: boolean }
  phase: Phase
  to_act: number[]
  round: number
  /** Steps towards Sun Tzu's end; below zero towards Shao's. */
  track: number
  battle: ProvinceName | null
  names_battles: number | null
  owed: number
  provinces: Province[]
  players: Side[]
  event: string | null
  events_met: string[]
  plagues_opened: number
  great_plague: boolean
  ending: string | null
  decided_by: string | null
  winners: number[]
}

/** Colour and crest of a seat: Sun Tzu is indigo, King Shao vermilion. */
export function colourOf(seat: number): number {
  return seat === 0 ? 1 : 0
}

/** Steps of the marker towards a seat's end of the track. */
export function pointsOf(view: SunTzuView, seat: number): number {
  const points = seat === 0 ? view.track : -view.track
  return points === 0 ? 0 : points
}

export function provinceOf(view: SunTzuView, name: ProvinceName): Province {
  return view.provinces[PROVINCES.indexOf(name)]!
}

/** Which of a display's three numbers counts next, from 0. */
export function nextScoring(round: number): number {
  return Math.min(SCORING_ROUNDS.length - 1, Math.floor(Math.max(0, round - 1) / 3))
}

/** The framed cards 1 to 6 come back to the hand after each round. */
export function isFramed(card: CardName): boolean {
  return CARDS.indexOf(card) < 6
}
