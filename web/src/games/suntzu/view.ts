/** Sun Tzu's view and entries, by short names. Seat 0 is Sun Tzu, 1 is Shao. */
import type { Shapes } from '../../lib/wire'
import type * as face from '../face'

export type SunTzuView = Shapes['SunTzuView']
export type SunTzuEntry = Shapes['SunTzuEntry']
export type SunTzuTable = face.Table<SunTzuView, SunTzuEntry>

export type Province = Shapes['SunTzuProvince']
export type Side = Shapes['SunTzuSide']
export type Scoring = NonNullable<SunTzuView['if_scored']>
export type CardName = Side['drawn'][number]

export const PROVINCES = ['QIN', 'CHU', 'JIN-YAN', 'HAN-QI', 'WU'] as const
export type ProvinceName = (typeof PROVINCES)[number]

const FRAMED: CardName[] = ['1', '2', '3', '4', '5', '6']
/** The rounds whose end brings points, in the order of a display's three numbers. */
export const SCORING_ROUNDS = [3, 6, 9] as const
export const ROUNDS = 9
export const TRACK_END = 9

/** Colour and crest of a seat: Sun Tzu is indigo, King Shao vermilion. */
export function colourOf(seat: number): number {
  return seat === 0 ? 1 : 0
}

export function provinceOf(view: SunTzuView, name: ProvinceName): Province {
  return view.provinces.find((province) => province.name === name)!
}

/** The framed cards 1 to 6 come back to the hand after each round. */
export function isFramed(card: CardName): boolean {
  return FRAMED.includes(card)
}
