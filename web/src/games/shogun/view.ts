/** The shape of Shogun's view, as the server's `games/shogun/view.py` makes it. */
import type { Entry } from '../face'

export const ACTIONS = [
  'castle',
  'temple',
  'theatre',
  'rice',
  'taxes',
  'deploy5',
  'deploy3',
  'deploy1',
  'battleA',
  'battleB',
] as const
export type Action = (typeof ACTIONS)[number]
export const FIELDS = [...ACTIONS, 'bid'] as const
export type Field = (typeof FIELDS)[number]
export const BUILDINGS = ['castle', 'temple', 'theatre'] as const
export type Building = (typeof BUILDINGS)[number]
export const REGIONS = ['green', 'red', 'purple', 'yellow', 'brown'] as const
export type Region = (typeof REGIONS)[number]
export type Special = 'extra chest' | 'extra rice' | 'six armies' | 'attack' | 'defence'

/** A province's name, 'chest0' to 'chest4' as a bid, 'chest' on an action, 'closed' for a card not yet opened, '-' for
 *  a field that is seen to be empty. */
export type Laid = string

export interface Province {
  name: string
  region: Region
  /** Nobody: neutral. */
  owner: number | null
  armies: number
  markers: number
  buildings: Building[]
  spaces: number
  chests: number
  rice: number
}

export interface Player {
  clan: string
  colour: Colour
  provinces: number
  chests: number
  rice: number
  points: number
  reserve: number
  place: number | null
  special: Special | null
  plan: Record<Field, Laid | null>
}

export const COLOURS = ['red', 'blue', 'black', 'yellow', 'purple', 'green'] as const
export type Colour = (typeof COLOURS)[number]
/** Cubes by colour: those of the players, and the peasants' green. */
export type Cubes = Partial<Record<Colour, number>>

export interface Fight {
  province: string
  /** Nobody: a revolt. */
  attacker: number | null
  /** Nobody: a neutral province. */
  defender: number | null
  thrown: Cubes
  fell: Cubes
  result: string
}

export interface March {
  source: string
  target: string | null
  armies: number | null
  attacker_adds: boolean
}

export interface ShogunView {
  game: 'shogun'
  viewer: number | null
  options: { players: number; side: 'sun' | 'moon'; start: 'preset' | 'draft'; always_yes: boolean }
  phase: string
  to_act: number[]
  year: number
  season: 'spring' | 'summer' | 'autumn' | 'winter'
  events: { event: string; over: boolean }[]
  event: string | null
  /** In their order; null for those not yet opened. */
  actions: (Action | null)[]
  actions_done: number
  places: { special: Special; player: number | null }[]
  choice_order: number[]
  turn_order: number[]
  /** Those in play. */
  provinces: Province[]
  players: Player[]
  supply: Record<Building, number>
  peasants: number
  tower: Cubes
  tray: Cubes
  draft: {
    open: string[]
    pile_size: number
    under_pile: string[]
    groups: number[][]
    taken: string | null
  } | null
  march: March | null
  /** What the special card offers on “deploy 5”, while it is asked. */
  six_armies: { armies: number; instead_of: number } | null
  revolts: string[]
  battle: Fight | null
  decided_by: string | null
  winners: number[]
  /** This winter's entries so far, while they are shown; added by `enact`, not by the server. */
  winter?: Entry[]
}

/** The effect of an event card and the rice it costs in winter: 'temples safe (rice -3)'. */
export function eventOf(card: string): { event: string; loss: number } {
  const found = /^(.*) \(rice -(\d+)\)$/.exec(card)
  return { event: found?.[1] ?? card, loss: Number(found?.[2] ?? 0) }
}

export function provinceOf(view: ShogunView, name: string): Province | undefined {
  return view.provinces.find((province) => province.name === name)
}

/** The number of a region: its colour and its pattern. */
export function regionNumber(region: Region): number {
  return REGIONS.indexOf(region)
}

export function isChest(card: Laid): boolean {
  return card.startsWith('chest')
}

/** The action that is being carried out, if it is known. */
export function currentAction(view: ShogunView): Action | null {
  return view.turn_order.length && view.season !== 'winter' ? (view.actions[view.actions_done] ?? null) : null
}
