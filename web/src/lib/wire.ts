/** Shapes of the server's answers, by short names; `schema.d.ts` is made from its description. */
import type { components } from './schema'

export type Shapes = components['schemas']
export type Game = Shapes['GameShown']
export type Option = Shapes['OptionShown']
export type Summary = Shapes['Summary']
export type Seat = Shapes['SeatShown']
export type Snapshot = Shapes['Snapshot']
export type Message = Shapes['Message']
export type Happened = Message['events'][number]
export type Seated = Shapes['Seated']
export type NewTable = Shapes['NewTable']
export type SeatChoice = Shapes['SeatChoice']
export type Receipt = Shapes['Receipt']
export type Position = Shapes['Position']
export type Statistics = Shapes['Statistics']
export type Problem = Shapes['Problem']
export type ErrorCode = Shapes['ErrorCode']
