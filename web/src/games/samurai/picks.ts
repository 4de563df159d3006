/**
 * The position as it would be, were what the player tries decided: for this player's eyes only.
 *
 * A piece that has been taken up stays in the browser until it is put down; nobody else sees it.
 */
import { enact, fromHand } from './enact'
import { hexNamed, neighbours } from './map'
import { targetOf } from './targets'
import { strengthOf } from './tiles'
import type { Figure, PerFigure, SamuraiView, TileHex, TileName } from './view'

/** What is asked after a tile; after any other: where it goes. */
const ASKED_NEXT: Partial<Record<string, SamuraiView['phase']>> = {
  'token exchange': 'take a tile back',
  'figure exchange': 'lift a figure',
}

/** After a decision that only begins a choice. */
export function withPick(view: SamuraiView, seat: number, decision: string): SamuraiView {
  if (view.phase === 'take a figure') {
    return { ...view, phase: 'place the figure', figure_lifted: decision as Figure }
  }
  if (view.phase === 'play a tile') {
    const tile = decision as TileName
    const players = fromHand(view, seat, tile)
    return { ...view, phase: ASKED_NEXT[tile] ?? 'lay the tile', tile_picked: tile, players }
  }
  return view.phase === 'lift a figure' ? lifted(view, decision) : takenBack(view, seat, decision as TileHex)
}

function lifted(view: SamuraiView, decision: string): SamuraiView {
  const target = targetOf(view, decision)
  const from = view.settlements.find(({ hex }) => hex === target?.hex)
  const figure = target?.figure ?? from?.figures[0] ?? null
  return { ...view, phase: 'swap the figure', figure_lifted: figure, lifted_from: from?.name ?? null }
}

function takenBack(view: SamuraiView, seat: number, hex: TileHex): SamuraiView {
  const tile = view.tiles.find((laid) => laid.hex === hex)!.tile
  const entry = { kind: 'taken back', player: seat, tile, hex, ...influence(view, tile, hex) } as const
  return { ...enact(view, entry), phase: 'lay the tile' }
}

/** With the tile that is up on a hex. */
export function withTile(view: SamuraiView, seat: number, tile: TileName, hex: TileHex): SamuraiView {
  const on_land = !hexNamed(hex).sea
  return enact(view, { kind: 'laid', player: seat, tile, hex, on_land, ...influence(view, tile, hex) })
}

type Names = SamuraiView['settlements'][number]['name'][]

function influence(
  view: SamuraiView,
  tile: TileName,
  hex: TileHex,
): { settlements: Names; strength: PerFigure } {
  const beside = neighbours(hex).map(({ name }) => name)
  const touched = view.settlements.filter((settlement) => beside.includes(settlement.hex))
  return { settlements: touched.map(({ name }) => name), strength: strengthOf(tile) }
}
