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

/** A tile's kind as part of a message's key. */
export function word(kind: TileKind): string {
  return kind.replace(' ', '-')
}

const ORDER: TileKind[] = [...FIGURES, 'samurai', 'token exchange', 'ronin', 'ship', 'figure exchange']

/** Tiles in the order in which they lie in a hand. */
export function sorted(tiles: TileName[]): TileName[] {
  const rank = (name: TileName) => {
    const { kind, value } = tileNamed(name)
    return ORDER.indexOf(kind) * 10 + (value ?? 0)
  }
  return tiles.toSorted((a, b) => rank(a) - rank(b))
}

/** Alike tiles together, in the order of a hand. */
export function counted(tiles: TileName[]): { tile: TileName; count: number }[] {
  return [...new Set(sorted(tiles))].map((tile) => ({
    tile,
    count: tiles.filter((other) => other === tile).length,
  }))
}
