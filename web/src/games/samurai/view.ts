/** Samurai's view and entries, by short names. */
import type { Shapes } from '../../lib/wire'
import type * as face from '../face'

export type SamuraiView = Shapes['SamuraiView']
export type SamuraiEntry = Shapes['SamuraiEntry']
export type SamuraiTable = face.Table<SamuraiView, SamuraiEntry>

export type Settlement = Shapes['SamuraiSettlement']
export type Takers = Settlement['takers']
export type Player = Shapes['SamuraiPlayer']
export type PerFigure = Shapes['SamuraiFigures']
/** A tile by its name in the notation, such as 'samurai3' or 'token exchange'. */
export type TileName = Shapes['SamuraiTile']['tile']
/** A hex by its name, such as 'c14r13'. */
export type HexName = string
/** A hex on which a tile may lie. */
export type TileHex = Shapes['SamuraiTile']['hex']

export const FIGURES = ['helmet', 'buddha', 'rice'] as const
export type Figure = (typeof FIGURES)[number]

export function isFigure(piece: TileName | Figure): piece is Figure {
  return FIGURES.some((figure) => figure === piece)
}
