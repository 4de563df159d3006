/** A live table: the viewer's position, what happened, and decisions on their way to the server. */
import type { Entry, Face, Legal, Person, Table, View } from '../games/face'
import { get, persist, post, Refusal, requestId } from './api'
import { Chronicle } from './chronicle.svelte'
import { t } from './i18n.svelte'
import { complain, notify, say } from './notices.svelte'
import { peopleOf } from './people'
import { Showing, type Shown } from './showing.svelte'
import { Stream } from './stream'
import { tick } from './sound'
import type { Happened, Message, People, Receipt, Snapshot } from './wire'

export class LiveTable implements Table {
  /** Whose eyes are used: those of the position on the board. */
  seat: number | null = $state(null)
  /** The seats held on this device. */
  mine: number[] = $state.raw([])
  busy = $state(false)
  /** Whether the stream runs. */
  live = $state(true)
  /** The latest that the server told, and the latest that is on the board. */
  arrived: Snapshot = $state.raw()!
  settled: Snapshot = $state.raw()!
  /** Who is away since when, and how many watch. */
  company: People = $state.raw({ away: [], watching: 0 })
  /** Whether there has been a message at all, and whether new eyes still wait for theirs. */
  ready = $state(false)
  looking = $state(true)

  readonly chronicle = new Chronicle()
  readonly #showing: Showing
  readonly #people = $derived.by(() => peopleOf(this.arrived.seats, this.mine, this.face))
  #stream: Stream | null = null
  #waiting: { position: number; done: () => void }[] = []

  constructor(
    readonly link: string,
    readonly face: Face,
    snapshot: Snapshot,
    mine: number[],
  ) {
    this.arrived = this.settled = snapshot
    this.mine = mine
    this.#showing = new Showing(face, (entry) => {
      tick('move')
      say(face.narrate(entry, this.people) ?? '')
    })
  }

  /** There is one from the beginning of the game, and boards are shown only then. */
  get view(): View {
    return this.#showing.view!
  }
  get happening() {
    return this.#showing.happening
  }
  get pace(): number {
    return this.#showing.pace
  }
  get told(): Entry[] {
    const entries: Entry[] = this.chronicle.events.flatMap((event) => event.entries)
    return entries.slice(0, entries.length - this.untold)
  }
  get showing(): boolean {
    return this.#showing.active
  }
  get people(): Person[] {
    return this.#people
  }
  get legal(): Legal[] {
    return this.showing ? NOTHING : this.settled.legal
  }
  get interactive(): boolean {
    return this.seat !== null && this.settled.status === 'running'
  }
  get odds(): boolean {
    return this.settled.odds
  }
  /** How many entries are still to be shown. */
  get untold(): number {
    return this.#showing.waiting
  }
  /** Of the seats held here, the one that is asked now; the present one, if it is or if none is. */
  get asked(): number | null {
    const { to_act, status } = this.settled
    const asked = this.mine.filter((seat) => to_act.includes(seat))
    if (status !== 'running' || this.showing || asked.includes(this.seat!)) return this.seat
    return asked[0] ?? this.seat
  }
  /** How many decisions can be taken back now. */
  get undoable(): number {
    return this.showing || this.busy ? 0 : this.settled.undo
  }

  /** Look through the eyes of a seat, from the beginning of its story. */
  look(seat: number | null): void {
    this.#stream?.close()
    this.looking = true
    this.#stream = new Stream(this.link, seat, 0, {
      onMessage: (message) => this.#take(message, seat),
      onPeople: (people) => (this.company = people),
      onState: (live) => (this.live = live),
    })
  }

  close(): void {
    this.#stream?.close()
  }

  skip(): void {
    this.#showing.skip()
  }

  ask<T>(path: string): Promise<T> {
    return get<T>(`/api/tables/${this.link}/${path}`)
  }

  decide(...decisions: (string | number)[]): Promise<boolean> {
    if (!this.legal.length) return Promise.resolve(false)
    return this.#act('moves', { decisions })
  }

  /** Take back the last decisions, or all that can be. */
  undo(count?: number): Promise<boolean> {
    return this.#act('undo', count === undefined ? {} : { count })
  }

  /** Take back what was decided last: a plan that was made at once goes as a whole. */
  undoStep(): Promise<boolean> {
    return this.undo(Math.min(this.chronicle.lastStep(this.seat), this.undoable))
  }

  /** Say something, as whoever sits here or, with a name, as a spectator. */
  chat(text: string, name: string): Promise<boolean> {
    const { seat } = this
    return seat === null
      ? this.wish(() => post(`/api/tables/${this.link}/spectators/chat`, { name, text }))
      : this.wish(() => post(`/api/tables/${this.link}/chat`, { seat, text }))
  }

  /** Ask the server for something beside the game; what it refuses is said. */
  async wish(request: () => Promise<unknown>): Promise<boolean> {
    try {
      await request()
      return true
    } catch (error) {
      complain(error)
      return false
    }
  }

  async #act(what: 'moves' | 'undo', wish: object): Promise<boolean> {
    if (this.busy) return false
    this.busy = true
    const { seat, settled } = this
    const body = { seat, version: settled.version, request: requestId(), ...wish }
    try {
      const send = () => post<Receipt>(`/api/tables/${this.link}/${what}`, body)
      const receipt = await persist(send, () => (this.live = false))
      await this.#reached(receipt.position)
      return true
    } catch (error) {
      if (error instanceof Refusal && error.code === 'stale_version') notify(t('shell.stale'))
      else complain(error)
      return false
    } finally {
      this.busy = false
    }
  }

  /** Resolves when the board shows an event. */
  #reached(position: number): Promise<void> {
    if (this.settled.position >= position) return Promise.resolve()
    return new Promise((done) => this.#waiting.push({ position, done }))
  }

  #take(message: Message, seat: number | null): void {
    this.arrived = message
    if (this.looking) {
      this.seat = seat
      this.chronicle.restart(message.events)
      this.#showing.reset(message.view)
      this.#settle(message)
      this.looking = false
      this.ready = true
      return
    }
    this.chronicle.add(message.events)
    this.#wakeUp(message.events)
    if (this.#showing.view === null) this.#showing.reset(message.view) // the game has just begun
    const shown = this.settled.view ? message.events.flatMap((event) => this.#shown(event)) : []
    void this.#showing.show(shown, message.view).then(() => {
      if (seat === this.seat) this.#settle(message) // unless we look through other eyes by now
    })
  }

  /** Somebody reminds me that the table waits. */
  #wakeUp(events: Happened[]): void {
    for (const event of events) {
      if (event.kind !== 'seats' || event.what !== 'nudged') continue
      notify(t('shell.absent.nudges_you', { name: event.name }))
      tick('nudge')
      navigator.vibrate?.(200)
    }
  }

  #shown(event: Happened): Shown[] {
    // What is left of decisions taken back has been shown before.
    if (event.kind !== 'move' && event.kind !== 'start') return []
    return event.entries.map((entry) => ({ entry, own: event.seat === this.seat }))
  }

  #settle(message: Snapshot): void {
    const asked = this.settled.legal.length
    this.settled = message
    if (message.legal.length && !asked) tick('turn')
    const reached = this.#waiting.filter(({ position }) => position <= message.position)
    this.#waiting = this.#waiting.filter((waiter) => !reached.includes(waiter))
    for (const { done } of reached) done()
  }
}

const NOTHING: Legal[] = []
