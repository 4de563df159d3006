/** The position after a journal entry, as far as it can be drawn from the entry alone. */
import { applyTo, type ByKind } from '../face'
import {
  FIGURES,
  type Figure,
  type PerFigure,
  type Player,
  type SamuraiEntry,
  type SamuraiView,
  type Takers,
  type TileName,
} from './view'

type Settlements = SamuraiView['settlements']

/** Other figures at a settlement; who would take a new one is for the server to say. */
function atSettlement(view: SamuraiView, name: string, change: (figures: Figure[]) => Figure[]): Settlements {
  return view.settlements.map((settlement) => {
    if (settlement.name !== name) return settlement
    const { figures: before, takers } = settlement
    const figures = inOrder(change(before))
    return {
      ...settlement,
      figures,
      takers: only(takers, (figure) => before.includes(figure) && figures.includes(figure)),
    }
  })
}

function only(takers: Takers, kept: (figure: Figure) => boolean): Takers {
  return Object.fromEntries(Object.entries(takers).filter(([figure]) => kept(figure as Figure)))
}

function inOrder(figures: Figure[]): Figure[] {
  return FIGURES.filter((figure) => figures.includes(figure))
}

function ofPlayer(view: SamuraiView, at: number, change: (player: Player) => Partial<Player>): Player[] {
  return view.players.map((player, seat) => (seat === at ? { ...player, ...change(player) } : player))
}

/**
 * The settlements with a tile's strength added for a player, or taken off, and gaps closed. Who would
 * take what is for the server to say again.
 */
function influenced(
  view: SamuraiView,
  { player, settlements, strength }: { player: number; settlements: string[]; strength: PerFigure },
  sign: 1 | -1,
  filled: number,
): Settlements {
  return view.settlements.map((settlement) => {
    if (!settlements.includes(settlement.name)) return settlement
    const sums = settlement.strength.map((sum, seat) =>
      seat === player ? plus(sum, (figure) => sign * strength[figure]) : sum,
    )
    const takers = only(settlement.takers, (figure) => !strength[figure])
    return { ...settlement, strength: sums, gaps: settlement.gaps - filled, takers }
  })
}

function plus(sums: PerFigure, more: (figure: Figure) => number): PerFigure {
  const { helmet, buddha, rice } = sums
  return { helmet: helmet + more('helmet'), buddha: buddha + more('buddha'), rice: rice + more('rice') }
}

function one(kind: Figure): (figure: Figure) => number {
  return (figure) => (figure === kind ? 1 : 0)
}

function without(tiles: TileName[] | null, played: TileName): TileName[] | null {
  if (!tiles) return null
  const at = tiles.indexOf(played)
  return at < 0 ? tiles : tiles.toSpliced(at, 1)
}

/** A tile leaves the hand, unless it had left it before: picked up, or taken back from the board. */
export function fromHand(view: SamuraiView, seat: number, tile: TileName): Player[] {
  if (view.tile_picked) return view.players
  return ofPlayer(view, seat, ({ hand, hand_size, unseen }) => ({
    hand: without(hand, tile),
    hand_size: hand_size - 1,
    unseen: hand ? unseen : (without(unseen, tile) ?? unseen),
  }))
}

const STEPS: ByKind<SamuraiEntry, [SamuraiView], Partial<SamuraiView>> = {
  'figures dealt': ({ settlement, figures }, view) => ({
    settlements: atSettlement(view, settlement, () => figures),
  }),
  'capital filled': ({ settlement }, view) => ({
    settlements: atSettlement(view, settlement, () => [...FIGURES]),
  }),
  'figure placed': ({ figure, settlement }, view) => ({
    settlements: atSettlement(view, settlement, (figures) => [...figures, figure]),
    stock: plus(view.stock, (kind) => -one(figure)(kind)),
    figure_lifted: null,
    phase: 'take a figure',
  }),
  turn: ({ player }) => ({
    turn: player,
    to_act: [player],
    phase: 'play a tile',
    tiles_played: 0,
    normal_played: false,
  }),
  laid: (entry, view) => ({
    tiles: [...view.tiles, { hex: entry.hex, player: entry.player, tile: entry.tile }],
    settlements: influenced(view, entry, 1, entry.on_land ? 1 : 0),
    players: fromHand(view, entry.player, entry.tile),
    tile_picked: null,
  }),
  'taken back': (entry, view) => ({
    tiles: view.tiles.map((laid) => (laid.hex === entry.hex ? { ...laid, tile: 'token exchange' } : laid)),
    settlements: influenced(view, entry, -1, 0),
    players: fromHand(view, entry.player, 'token exchange'),
    tile_picked: entry.tile,
  }),
  'figures swapped': ({ player, figure, settlement, other_figure, other_settlement }, view) => {
    const left = atSettlement(view, settlement, (f) => [...f.filter((k) => k !== figure), other_figure])
    const settlements = atSettlement({ ...view, settlements: left }, other_settlement, (f) => [
      ...f.filter((k) => k !== other_figure),
      figure,
    ])
    const players = fromHand(view, player, 'figure exchange').map((other, seat) =>
      seat === player ? { ...other, figure_exchange_used: true } : other,
    )
    return { settlements, players, tile_picked: null, figure_lifted: null, lifted_from: null }
  },
  captured: ({ player, figure, settlement }, view) => ({
    settlements: atSettlement(view, settlement, (figures) => figures.filter((kind) => kind !== figure)),
    players: ofPlayer(view, player, ({ captured }) => ({
      captured: captured && plus(captured, one(figure)),
    })),
  }),
  'set aside': ({ figure, settlement }, view) => ({
    settlements: atSettlement(view, settlement, (figures) => figures.filter((kind) => kind !== figure)),
    set_aside: plus(view.set_aside, one(figure)),
  }),
  drawn: ({ player, tiles, count }, view) => ({
    players: ofPlayer(view, player, ({ hand, hand_size, pile_size }) => ({
      hand: hand && tiles ? [...hand, ...tiles] : hand,
      hand_size: hand_size + count,
      pile_size: pile_size - count,
    })),
  }),
}

export function enact(view: SamuraiView, entry: SamuraiEntry): SamuraiView {
  return { ...view, ...applyTo(STEPS, entry, view) }
}
