/** The position after a journal entry, as far as it can be drawn from the entry alone. */
import type { Entry } from '../face'
import { neighbours } from './map'
import { adds, HAND } from './tiles'
import { FIGURES, type Figure, type HexName, type Player, type SamuraiView, type TileName } from './view'

type Step = (view: SamuraiView, entry: Entry) => Partial<SamuraiView>

function atSettlement(
  view: SamuraiView,
  name: string,
  change: (figures: Figure[]) => Figure[],
): SamuraiView['settlements'] {
  return view.settlements.map((settlement) =>
    settlement.name === name ? { ...settlement, figures: inOrder(change(settlement.figures)) } : settlement,
  )
}

function inOrder(figures: Figure[]): Figure[] {
  return FIGURES.filter((figure) => figures.includes(figure))
}

function ofPlayer(view: SamuraiView, at: number, change: (player: Player) => Partial<Player>): Player[] {
  return view.players.map((player, seat) => (seat === at ? { ...player, ...change(player) } : player))
}

/** The settlements with a tile's strength added for a player, or taken off, and gaps closed. */
function influenced(
  view: SamuraiView,
  player: number,
  tile: TileName,
  hex: HexName,
  sign: 1 | -1,
  filled: boolean,
): SamuraiView['settlements'] {
  const around = neighbours(hex)
  const onLand = !tile.startsWith('ship')
  return view.settlements.map((settlement) => {
    if (!around.some((neighbour) => neighbour.name === settlement.hex)) return settlement
    const strength = settlement.strength.map((sums, seat) =>
      seat === player ? plus(sums, (figure) => sign * adds(tile, figure)) : sums,
    )
    return { ...settlement, strength, gaps: settlement.gaps - (filled && onLand ? 1 : 0) }
  })
}

function plus<T extends Record<Figure, number>>(sums: T, more: (figure: Figure) => number): T {
  return { ...sums, ...Object.fromEntries(FIGURES.map((f) => [f, sums[f] + more(f)])) }
}

function without(tiles: TileName[] | null, played: TileName): TileName[] | null {
  if (!tiles) return null
  const at = tiles.indexOf(played)
  return at < 0 ? tiles : tiles.toSpliced(at, 1)
}

/** A tile leaves the hand, unless it had left it before: picked up, or taken back from the board. */
function fromHand(view: SamuraiView, seat: number, tile: TileName): Player[] {
  if (view.tile_picked) return view.players
  return ofPlayer(view, seat, ({ hand, hand_size, unseen }) => ({
    hand: without(hand, tile),
    hand_size: hand_size - 1,
    unseen: hand ? unseen : (without(unseen, tile) ?? unseen),
  }))
}

function asked(player: number): Pick<SamuraiView, 'turn' | 'to_act'> {
  return { turn: player, to_act: [player] }
}

const STEPS: Record<string, Step> = {
  'figures dealt': (view, { settlement, figures }) => ({
    settlements: atSettlement(view, settlement, () => figures),
  }),
  'capital filled': (view, { settlement }) => ({
    settlements: atSettlement(view, settlement, () => [...FIGURES]),
  }),
  'figure placed': (view, { player, figure, settlement }) => ({
    settlements: atSettlement(view, settlement, (figures) => [...figures, figure]),
    stock: plus(view.stock, (kind) => (kind === figure ? -1 : 0)),
    figure_lifted: null,
    phase: 'take a figure',
    ...asked((player + 1) % view.players.length),
  }),
  turn: (_view, { player }) => ({
    ...asked(player),
    phase: 'play a tile',
    tiles_played: 0,
    normal_played: false,
  }),
  laid: (view, { player, tile, hex }) => ({
    tiles: [...view.tiles, { hex, player, tile }],
    settlements: influenced(view, player, tile, hex, 1, true),
    players: fromHand(view, player, tile),
    tile_picked: null,
  }),
  'taken back': (view, { player, tile, hex }) => ({
    tiles: view.tiles.map((laid) => (laid.hex === hex ? { ...laid, tile: 'token exchange' } : laid)),
    settlements: influenced(view, player, tile, hex, -1, false),
    players: fromHand(view, player, 'token exchange'),
    tile_picked: tile,
  }),
  'figures swapped': (view, entry) => {
    const { player, figure, settlement, other_figure, other_settlement } = entry
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
  captured: (view, { player, figure, settlement }) => ({
    settlements: atSettlement(view, settlement, (figures) => figures.filter((kind) => kind !== figure)),
    players: ofPlayer(view, player, ({ captured }) => ({
      captured: captured && plus(captured, (kind) => (kind === figure ? 1 : 0)),
    })),
  }),
  'set aside': (view, { figure, settlement }) => ({
    settlements: atSettlement(view, settlement, (figures) => figures.filter((kind) => kind !== figure)),
    set_aside: plus(view.set_aside, (kind) => (kind === figure ? 1 : 0)),
  }),
  drawn: (view, { player, tiles }) => ({
    players: ofPlayer(view, player, ({ hand, hand_size, pile_size }) => {
      const count = Math.min(HAND - hand_size, pile_size)
      return {
        hand: hand && tiles ? [...hand, ...tiles] : hand,
        hand_size: hand_size + count,
        pile_size: pile_size - count,
      }
    }),
  }),
}

export function enact(view: SamuraiView, entry: Entry): SamuraiView {
  const step = STEPS[entry.kind]
  return step ? { ...view, ...step(view, entry) } : view
}
