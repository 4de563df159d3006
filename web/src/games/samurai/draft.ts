/**
 * The position as it would be, were what the player tries decided: for this player's eyes only.
 *
 * What a player begins, and the tiles of a turn that has not been ended, stay in the browser. How
 * much a tile adds and who would take a figure then is what the server foretells (`view.reach`).
 */
import { enact, fromHand } from './enact'
import { hexNamed, neighbours } from './map'
import { targetOf } from './targets'
import type { Figure, SamuraiView, Settlement, Takers, TileHex, TileName } from './view'

/** What is asked after a tile; after any other: where it goes. */
const ASKED_NEXT: Partial<Record<string, SamuraiView['phase']>> = {
  'token exchange': 'take a tile back',
  'figure exchange': 'lift a figure',
}

type Step = (view: SamuraiView, seat: number, decision: string) => SamuraiView

/** By the question: the position after an answer. */
const STEPS: Partial<Record<SamuraiView['phase'], Step>> = {
  'take a figure': (view, _, decision) => ({
    ...view,
    phase: 'place the figure',
    figure_lifted: decision as Figure,
  }),
  'play a tile': (view, seat, decision) => {
    const tile = decision as TileName
    const [players, phase] = [fromHand(view, seat, tile), ASKED_NEXT[tile] ?? 'lay the tile']
    return { ...view, phase, tile_picked: tile, players, tiles_played: view.tiles_played + 1 }
  },
  'take a tile back': (view, seat, decision) => {
    const hex = decision as TileHex
    const tile = view.tiles.find((laid) => laid.hex === hex)!.tile
    const entry = { kind: 'taken back', player: seat, tile, hex, ...influence(view, tile, hex) } as const
    return { ...foretold(enact(view, entry), seat), phase: 'lay the tile' }
  },
  'lay the tile': (view, seat, decision) => {
    const [tile, hex] = [view.tile_picked!, decision as TileHex]
    const laid = { player: seat, tile, hex, on_land: !hexNamed(hex).sea, ...influence(view, tile, hex) }
    return { ...foretold(enact(view, { kind: 'laid', ...laid }), seat), phase: 'play a tile' }
  },
  'lift a figure': (view, _, decision) => {
    const { figure, settlement } = figureNamed(view, decision)
    return { ...view, phase: 'swap the figure', figure_lifted: figure, lifted_from: settlement }
  },
  'swap the figure': (view, seat, decision) => {
    const other = figureNamed(view, decision)
    const swapped = enact(view, {
      kind: 'figures swapped',
      player: seat,
      figure: view.figure_lifted!,
      settlement: view.lifted_from!,
      other_figure: other.figure,
      other_settlement: other.settlement,
    })
    return { ...foretold(swapped, seat), phase: 'play a tile' }
  },
}

/** After a decision that has not been sent. */
export function tried(view: SamuraiView, seat: number, decision: string): SamuraiView {
  return STEPS[view.phase]?.(view, seat, decision) ?? view
}

/** The figure that a decision names: in a village it is the one there. */
function figureNamed(
  view: SamuraiView,
  decision: string,
): { figure: Figure; settlement: Settlement['name'] } {
  const target = targetOf(view, decision)!
  const { name, figures } = view.settlements.find(({ hex }) => hex === target.hex)!
  return { figure: target.figure ?? figures[0]!, settlement: name }
}

function influence(view: SamuraiView, tile: TileName, hex: TileHex) {
  const beside = neighbours(hex).map(({ name }) => name)
  const touched = view.settlements.filter((settlement) => beside.includes(settlement.hex))
  return {
    settlements: touched.map(({ name }) => name),
    strength: view.reach?.strength[tile] ?? { helmet: 0, buddha: 0, rice: 0 },
  }
}

/** With those who would take the figures, by the strength that the player has now. */
function foretold(view: SamuraiView, seat: number): SamuraiView {
  const settlements = view.settlements.map((settlement) => {
    const told = view.reach?.prospects[settlement.name] ?? {}
    const takers: Takers = {}
    for (const figure of settlement.figures) {
      const by = told[figure]
      if (by) takers[figure] = by[Math.min(settlement.strength[seat]![figure], by.length - 1)] ?? null
    }
    return { ...settlement, takers }
  })
  return { ...view, settlements }
}
