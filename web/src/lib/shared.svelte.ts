/**
 * A live table on a device that several people share.
 *
 * The story is the one that anybody may see. What only one of them may see comes beside it, for the
 * seat that is asked, and is drawn when that person has lifted the curtain; with the next thing that is
 * shown to all, the curtain is down again. A question that needs no secret is answered on the open board.
 */
import type { Advance, Entry, Legal, View } from '../games/face'
import { get } from './api'
import { choicesOf } from './choices'
import { tried } from './notices.svelte'
import { LiveTable } from './table.svelte'
import type { Snapshot } from './wire'

export class SharedTable extends LiveTable {
  /** The table as the seat that is asked here sees it. */
  own: Snapshot | null = $state.raw(null)
  /** What everybody saw then. */
  #seenAt: Snapshot | null = $state.raw(null)
  /** What that seat can only answer: nobody needs to be asked. */
  #answer: string | null = $state(null)
  /** Who has lifted the curtain. */
  unveiled: number | null = $state(null)
  /** Who wants to look at secrets though no question needs them. */
  peeking: number | null = $state(null)
  /** Who looked last and may take something back, while somebody else is asked. */
  before: number | null = $state(null)
  /** Who looks again to take something back. */
  insisting: number | null = $state(null)
  /** How many decisions each seat made with its last request. */
  readonly #steps = new Map<number, number>()
  readonly #choices = $derived.by(() => (this.#open ? choicesOf(this.#open) : []))
  #last: number | null = null
  #wish = 0

  override get seat(): number | null {
    const seat = this.own?.viewer ?? null
    if (seat === null || this.showing) return null
    // Whoever goes on deciding goes on looking while the new position is on its way.
    const goesOn = seat === this.unveiled && this.settled.to_act.includes(seat)
    return this.#fresh || goesOn ? seat : null
  }
  override get view(): View {
    return this.#private?.view ?? super.view
  }
  override get legal(): Legal[] {
    // While a decision is on its way, nothing that would be lost with its answer is begun.
    return this.busy || this.veiled || this.#answering ? [] : this.#choices
  }
  override get advance(): readonly Advance[] {
    return this.#private?.answers ?? []
  }
  override get undoable(): number {
    return this.busy || this.veiled ? 0 : (this.#open?.undo ?? 0)
  }
  protected override get version(): number | null {
    return this.own?.version ?? null
  }

  /** Whether the next thing to be seen is for one person only, who has not lifted the curtain. */
  get veiled(): boolean {
    const { seat } = this
    if (seat === null || this.unveiled === seat || this.#answering) return false
    return this.secret || this.peeking === seat
  }
  /** Whether whoever is asked needs to see what nobody else may. */
  get secret(): boolean {
    const { own, face } = this
    return own?.view ? (face.secret?.(own.view) ?? true) : false
  }
  /** Whether the answer is given for the seat; whoever looks answers at the board. */
  get #answering(): boolean {
    return this.#answer !== null && this.unveiled !== this.seat
  }
  /** Whether what the seat sees belongs to what everybody sees. */
  get #fresh(): boolean {
    return this.#seenAt === this.settled
  }
  get #open(): Snapshot | null {
    return this.#fresh && !this.showing ? this.own : null
  }
  get #private(): Snapshot | null {
    return this.seat !== null && this.unveiled === this.seat ? this.own : null
  }

  /** That person is here, and nobody else looks. */
  lift(): void {
    this.unveiled = this.#last = this.seat
  }

  /** Show one's secrets; the curtain comes first. */
  peek(): void {
    this.peeking = this.seat
  }

  /** Whoever looked before looks again; null: go on with who is asked. */
  insist(seat: number | null): void {
    this.insisting = this.unveiled = seat
    void this.#attend()
  }

  override async decide(...decisions: (string | number)[]): Promise<boolean> {
    const { seat } = this
    const done = await super.decide(...decisions)
    if (done && seat !== null) this.#steps.set(seat, decisions.length)
    return done
  }
  override undoStep(): Promise<boolean> {
    return this.undo(Math.min(this.#steps.get(this.seat ?? -1) ?? 1, this.undoable))
  }

  protected override async act(what: 'moves' | 'undo', wish: object): Promise<boolean> {
    const done = await super.act(what, wish)
    if (done) this.#giveAnswer()
    return done
  }

  /** What everybody sees comes first, then what the seat alone sees. */
  protected override async catchUp(): Promise<void> {
    const { position } = await get<Snapshot>(`/api/tables/${this.link}`)
    await this.reached(position)
    await this.#attend()
  }

  protected override begins(entry: Entry): void {
    super.begins(entry)
    this.unveiled = this.peeking = this.insisting = null
  }

  protected override settle(message: Snapshot): void {
    super.settle(message)
    void this.#attend()
  }

  /** See what the seat that is asked sees; what has one answer only is answered for it. */
  async #attend(): Promise<void> {
    const wish = ++this.#wish
    const [seat, seenAt] = [this.#asked(), this.settled]
    await tried(async () => {
      const own = seat === null ? null : await this.#look(seat)
      const before = await this.#canGoBack(seat)
      if (wish !== this.#wish) return
      if (own?.viewer !== this.own?.viewer && own?.viewer !== this.unveiled) this.unveiled = null
      this.own = own
      this.#seenAt = seenAt
      this.before = before
      this.#answer = (own?.view && this.face.answers?.(own.view, choicesOf(own))) ?? null
      this.#giveAnswer()
    })
  }

  #giveAnswer(): void {
    if (!this.#answering || !this.#open || this.busy) return
    void this.act('moves', { decisions: [this.#answer] })
  }

  #asked(): number | null {
    const { to_act, status } = this.settled
    if (status !== 'running') return null
    if (this.insisting !== null && !to_act.includes(this.insisting)) return this.insisting
    this.insisting = null
    const asked = this.mine.filter((seat) => to_act.includes(seat))
    return asked.find((seat) => seat === this.unveiled) ?? asked[0] ?? null
  }

  async #canGoBack(seat: number | null): Promise<number | null> {
    const last = this.#last
    if (last === null || last === seat) return null
    return (await this.#look(last)).undo ? last : null
  }

  #look(seat: number): Promise<Snapshot> {
    return get<Snapshot>(`/api/tables/${this.link}?seat=${seat}`)
  }
}
