/** What a tile's name tells: its kind, its value, and how it is played. */
import { FIGURES, type Figure, type TileName } from './view'

export type TileKind = Figure | 'samurai' | 'ronin' | 'ship' | 'token exchange' | 'figure exchange'

export interface Tile {
  kind: TileKind
  /** Without one: the figure exchange, which never lies on the board. */
  value: number | null
  /** Any number a turn; of the others one. */
  fast: boolean
}

const FAST: TileKind[] = ['ronin', 'ship', 'figure exchange']

export function tileNamed(name: TileName): Tile {
  const value = name.match(/\d$/)?.[0]
  const kind = (value ? name.slice(0, -1) : name) as TileKind
  return {
    kind,
    value: value ? Number(value) : kind === 'token exchange' ? 0 : null,
    fast: FAST.includes(kind),
  }
}

/** What a tile adds for a kind of figure. */
export function adds(name: TileName, figure: Figure): number {
  const { kind, value } = tileNamed(name)
  const matches = kind === figure || !FIGURES.some((other) => other === kind)
  return matches ? (value ?? 0) : 0
}

/** A tile's kind as part of a message's key. */
export function word(kind: TileKind): string {
  return kind.replace(' ', '-')
}

/** Tiles in a full hand. */
export const HAND = 5

/** All twenty tiles of a player, in the order of the notation. */
export const ALL_TILES: TileName[] = [
  ...FIGURES.flatMap((figure) => [2, 3, 4].map((value) => `${figure}${value}`)),
  ...['samurai1', 'samurai1', 'samurai2', 'samurai2', 'samurai3', 'token exchange'],
  ...['ronin1', 'ship1', 'ship1', 'ship2', 'figure exchange'],
]
