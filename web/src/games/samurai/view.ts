/** The shape of Samurai's view, as the server sends it. */
export const FIGURES = ['helmet', 'buddha', 'rice'] as const
export type Figure = (typeof FIGURES)[number]
export type PerFigure = Record<Figure, number>

/** A tile by its name in the notation, such as 'samurai3' or 'token exchange'. */
export type TileName = string
export type HexName = string

export interface Settlement {
  name: string
  hex: HexName
  island: string
  kind: 'village' | 'city' | 'capital'
  figures: Figure[]
  /** Empty land hexes around it. */
  gaps: number
  /** By player: the sum of the adjacent tiles for each kind of figure. */
  strength: PerFigure[]
}

export interface LaidTile {
  hex: HexName
  player: number
  tile: TileName
}

export interface Player {
  clan: string
  /** Unknown to others. */
  hand: TileName[] | null
  hand_size: number
  pile_size: number
  /** Tiles that are neither in a known hand nor played. */
  unseen: TileName[]
  figure_exchange_used: boolean
  /** Hidden behind the screen, or open. */
  captured: PerFigure | null
  /** Kinds of which the player has most; known at the end. */
  leads: Figure[] | null
}

export type Phase =
  | 'choose hands'
  | 'take a figure'
  | 'place the figure'
  | 'play a tile'
  | 'lay the tile'
  | 'take a tile back'
  | 'lift a figure'
  | 'swap the figure'
  | 'over'

export interface SamuraiView {
  game: 'samurai'
  viewer: number | null
  options: { players: number; hands: string; figures: string; captures: 'hidden' | 'open' }
  phase: Phase
  to_act: number[]
  first: number
  turn: number
  tiles_played: number
  normal_played: boolean
  tile_picked: TileName | null
  figure_lifted: Figure | null
  lifted_from: string | null
  settlements: Settlement[]
  tiles: LaidTile[]
  stock: PerFigure
  set_aside: PerFigure
  players: Player[]
  ending: string | null
  decided_by: string | null
  winners: number[]
}
