/**
 * What the player does with the pieces: takes one up, puts it somewhere, or puts it back.
 *
 * The server says with each decision where it would lead, so all of it is tried here alone, and
 * nobody hears of it: the tiles of a turn lie on this board only, until the turn is ended and all go
 * as one series. A piece that is up on the server (somebody sent its decision alone) is put down or
 * back there.
 */
import type { Legal } from '../face'
import { tried } from './draft'
import { targetsOf, type Target } from './targets'
import type { Figure, SamuraiTable, SamuraiView, TileName } from './view'

/** A piece under the pointer, on its way from the hand to the board. */
export interface Drag {
  piece: TileName | Figure
  x: number
  y: number
}

/** Decisions that were made here, and what can follow them. */
export interface Ahead {
  /** Whole choices: tiles that have been laid, with their places. */
  made: string[][]
  /** The beginning of one more. */
  picks: string[]
  open: Legal[]
}

export class Turn {
  /** The piece that is being dragged. */
  drag = $state<Drag | null>(null)
  /** The target that is pointed at, with the pointer or by focus. */
  aim = $state<Target | null>(null)

  /** What the player has decided here and not yet sent, as long as it can be decided. */
  #series: string[] = $state.raw([])
  readonly #ahead: Ahead = $derived.by(() => {
    const legal = this.table.interactive ? this.table.legal : []
    return follow(legal, this.#series) ?? { made: [], picks: [], open: legal }
  })
  readonly picks = $derived(this.#ahead.picks)
  /** The choices of this turn that nobody else knows of. */
  readonly made = $derived(this.#ahead.made)
  /** What can be chosen after them. */
  readonly legal = $derived(this.#ahead.open)
  /** The position after them. */
  readonly view: SamuraiView = $derived.by(() => {
    const { view, seat } = this.table
    const decisions = [...this.made.flat(), ...this.picks]
    return decisions.reduce((seen, decision) => tried(seen, seat!, decision), view)
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
    if (!aimed || table.seat === null || view.phase !== 'lay the tile') return view
    return tried(view, table.seat, aimed.decision)
  })
  /** Hexes with tiles that nobody else sees yet. */
  readonly drafted = $derived.by(() => {
    const known = this.table.view.tiles
    const isKnown = (hex: string, tile: string) => known.some((one) => one.hex === hex && one.tile === tile)
    return this.view.tiles.filter(({ hex, tile }) => !isKnown(hex, tile)).map(({ hex }) => hex)
  })

  constructor(readonly table: SamuraiTable) {}

  get resting(): boolean {
    return this.view.phase === 'play a tile' || this.view.phase === 'take a figure'
  }

  offers(piece: string): boolean {
    return this.table.interactive && this.legal.some(({ text }) => text === piece)
  }

  /** Whether the turn can be ended; with the last tile of a hand it ends by itself. */
  get mayEnd(): boolean {
    return this.offers('end') || (this.made.length > 0 && this.handIsEmpty)
  }

  get handIsEmpty(): boolean {
    return this.view.players[this.table.seat ?? -1]?.hand_size === 0
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

  /** Tell all that was decided here, and that it is all. */
  async end(): Promise<boolean> {
    return this.#send([...this.made.flat(), ...(this.handIsEmpty ? [] : ['end'])])
  }

  /** What can be gone on with stays here; with the last decision all go together. */
  async #decide(decision: string): Promise<boolean> {
    const series = [...this.made.flat(), ...this.picks, decision]
    if (!follow(this.table.legal, series)) return this.#send(series)
    this.#series = series
    return true
  }

  async #send(series: string[]): Promise<boolean> {
    const done = await this.table.decide(...series)
    if (done) this.#series = []
    return done
  }

  /** One step back: in a move that is half made, or the last tile of the turn. */
  async stepBack(): Promise<boolean> {
    this.aim = null
    const { picks, made } = this
    if (picks.length) {
      this.#series = [...made.flat(), ...picks.slice(0, -1)]
      return true
    }
    if (made.length) {
      this.#series = made.slice(0, -1).flat()
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

/**
 * Where decisions lead that are not sent; null, if they cannot be made or end the series: then they
 * are to be sent. After a whole choice that goes on what each of the choices allows, but for places
 * that have been taken.
 */
export function follow(legal: Legal[], series: string[]): Ahead | null {
  const ahead: Ahead = { made: [], picks: [], open: legal }
  let begun: Legal | null = null
  let allowed = legal.concat(legal.flatMap(({ then }) => then ?? []))
  const free = (ways: Legal[]) =>
    ways.filter(({ text }) => !ahead.made.some((choice) => choice.slice(1).includes(text)))
  for (const decision of series) {
    const one = ahead.open.find(({ text }) => text === decision)
    if (!one) return null
    begun ??= one
    ahead.picks.push(decision)
    if (one.leads_to) {
      ahead.open = free(one.leads_to)
    } else if (begun.then?.length) {
      ahead.made.push(ahead.picks)
      ahead.picks = []
      allowed = begun.then.filter(({ id }) => allowed.some((other) => other.id === id))
      ahead.open = allowed.filter(({ leads_to }) => !leads_to || free(leads_to).length)
      begun = null
    } else return null
  }
  return ahead
}
