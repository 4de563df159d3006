/**
 * What the player does with the pieces: takes one up, puts it somewhere, or puts it back.
 *
 * A piece is taken up by deciding for it, so that the server says where it may go; it is put back by
 * taking that decision back. Nothing is kept here that the view does not tell.
 */
import { neighbours } from './map'
import { withTile } from './outlook'
import { targetsOf, type Target } from './targets'
import type { Figure, SamuraiTable, SamuraiView, TileHex, TileName } from './view'

/** A piece under the pointer, on its way from the hand to the board. */
export interface Drag {
  piece: TileName | Figure
  x: number
  y: number
}

const RESTING: SamuraiView['phase'][] = ['play a tile', 'take a figure']

export class Turn {
  /** The piece that is being dragged. */
  drag = $state<Drag | null>(null)
  /** The target that is pointed at, with the pointer or by focus. */
  aim = $state<Target | null>(null)

  readonly targets = $derived.by(() =>
    this.table.interactive ? targetsOf(this.table.view, this.table.legal) : [],
  )
  /** The piece that has been taken up and waits for its place. */
  readonly taken = $derived.by((): TileName | Figure | null => {
    const { view, interactive, seat } = this.table
    if (!interactive || seat === null || !view.to_act.includes(seat)) return null
    return view.tile_picked ?? view.figure_lifted
  })

  /** The target that is pointed at, if it still is one. */
  readonly aimed = $derived.by(
    () => this.targets.find((target) => target.decision === this.aim?.decision) ?? null,
  )
  /** The position, with the tile that is up already where the player points. */
  readonly preview: SamuraiView = $derived.by(() => {
    const { view, seat } = this.table
    if (!this.aimed || seat === null || !view.tile_picked || view.phase !== 'lay the tile') return view
    const hex = this.aimed.hex as TileHex // a tile's target is a place for tiles
    const beside = new Set(neighbours(hex).map(({ name }) => name))
    return {
      ...view,
      tiles: [...view.tiles, { hex, player: seat, tile: view.tile_picked }],
      settlements: view.settlements.map((one) => (beside.has(one.hex) ? withTile(one, seat) : one)),
    }
  })

  constructor(readonly table: SamuraiTable) {}

  get resting(): boolean {
    return RESTING.includes(this.table.view.phase)
  }

  offers(piece: string): boolean {
    return this.table.interactive && this.table.legal.some(({ text }) => text === piece)
  }

  /** Take a piece up; one that was up before goes back first. */
  async take(piece: TileName | Figure): Promise<boolean> {
    if (this.taken === piece) return true
    if (this.taken && !(await this.putBack())) return false
    return this.offers(piece) && this.table.decide(piece)
  }

  /** Take the piece up, or put it back if it is up. */
  async toggle(piece: TileName | Figure): Promise<void> {
    if (this.taken === piece) await this.putBack()
    else await this.take(piece)
  }

  async choose(target: Target): Promise<boolean> {
    this.aim = null
    return this.table.decide(target.decision)
  }

  /** One step back in a move that is half made. */
  async stepBack(): Promise<boolean> {
    this.aim = null
    if (this.resting || !this.table.undo) return false
    return this.table.undo(1)
  }

  /** Back to where nothing is taken up. */
  async putBack(): Promise<boolean> {
    while (!this.resting) if (!(await this.stepBack())) return false
    return true
  }
}
