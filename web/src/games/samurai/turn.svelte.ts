/**
 * What the player does with the pieces: takes one up, puts it somewhere, or puts it back.
 *
 * The server says with each decision where it would lead, so a piece is taken up here alone, and
 * nobody hears of it; where it goes is decided together with it. A piece that is up on the server
 * (somebody sent its decision alone) is put down or back there.
 */
import type { Legal } from '../face'
import { withPick, withTile } from './picks'
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

  /** What the player has chosen here and not yet decided, as long as it can be decided. */
  #tried: string[] = $state.raw([])
  readonly #ahead = $derived.by(() => follow(this.table.interactive ? this.table.legal : [], this.#tried))
  readonly picks: string[] = $derived(this.#ahead ? this.#tried : [])
  /** What can be chosen after the picks. */
  readonly legal: Legal[] = $derived.by(() => this.#ahead ?? this.table.legal)
  /** The position after the picks. */
  readonly view: SamuraiView = $derived.by(() => {
    const { view, seat } = this.table
    return this.picks.reduce((seen, pick) => withPick(seen, seat!, pick), view)
  })

  readonly targets = $derived.by(() => (this.table.interactive ? targetsOf(this.view, this.legal) : []))
  /** The piece that has been taken up and waits for its place. */
  readonly taken = $derived.by((): TileName | Figure | null => {
    const { interactive, seat } = this.table
    if (!interactive || seat === null || !this.view.to_act.includes(seat)) return null
    return this.view.tile_picked ?? this.view.figure_lifted
  })

  /** The target that is pointed at, if it still is one. */
  readonly aimed = $derived.by(
    () => this.targets.find((target) => target.decision === this.aim?.decision) ?? null,
  )
  /** The position, with the tile that is up already where the player points. */
  readonly preview: SamuraiView = $derived.by(() => {
    const { view, table, aimed } = this
    if (!aimed || table.seat === null || !view.tile_picked || view.phase !== 'lay the tile') return view
    return withTile(view, table.seat, view.tile_picked, aimed.hex as TileHex) // no other place takes tiles
  })

  constructor(readonly table: SamuraiTable) {}

  get resting(): boolean {
    return RESTING.includes(this.view.phase)
  }

  offers(piece: string): boolean {
    return this.table.interactive && this.legal.some(({ text }) => text === piece)
  }

  /** Take a piece up; one that was up before goes back first. */
  async take(piece: TileName | Figure): Promise<boolean> {
    if (this.taken === piece) return true
    if (this.taken && !(await this.putBack())) return false
    return this.offers(piece) && this.#decide(piece)
  }

  /** Take the piece up, or put it back if it is up. */
  async toggle(piece: TileName | Figure): Promise<void> {
    if (this.taken === piece) await this.putBack()
    else await this.take(piece)
  }

  async choose(target: Target): Promise<boolean> {
    this.aim = null
    return this.#decide(target.decision)
  }

  /** What leads to more is only tried; with the last decision all go together. */
  async #decide(decision: string): Promise<boolean> {
    const series = [...this.picks, decision]
    if (this.legal.find(({ text }) => text === decision)?.leads_to?.length) {
      this.#tried = series
      return true
    }
    const done = await this.table.decide(...series)
    if (done) this.#tried = []
    return done
  }

  /** One step back in a move that is half made. */
  async stepBack(): Promise<boolean> {
    this.aim = null
    if (this.picks.length) {
      this.#tried = this.picks.slice(0, -1)
      return true
    }
    if (this.resting || !this.table.undo) return false
    return this.table.undo(1)
  }

  /** Back to where nothing is taken up. */
  async putBack(): Promise<boolean> {
    while (!this.resting) if (!(await this.stepBack())) return false
    return true
  }
}

/** What can be decided after some decisions; null, if these cannot be made. */
function follow(legal: Legal[], decisions: string[]): Legal[] | null {
  return decisions.reduce<Legal[] | null>(
    (open, decision) => open?.find(({ text }) => text === decision)?.leads_to ?? null,
    legal,
  )
}
