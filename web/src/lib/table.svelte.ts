/** A live table: the viewer's position, what happened, and decisions on their way to the server. */
import type { Advance, Advice, Advised, Entry, Face, Legal, Person, Table, View } from '../games/face'
import { get, persist, post, put, Refusal, requestId } from './api'
import { inAdvance, withAnswer } from './advance'
import { choicesOf } from './choices'
import { Chronicle } from './chronicle.svelte'
import { t } from './i18n.svelte'
import { complain, notify, say, tried } from './notices.svelte'
import { peopleOf } from './people'
import { Showing, type Beat } from './showing.svelte'
import { Stream } from './stream'
import { hear } from './sound'
import type { Happened, Hint, Message, People, Receipt, Snapshot } from './wire'

export class LiveTable implements Table {
  /** Whose story is followed. */
  eyes: number | null = $state(null)
  /** The seats held on this device. */
  mine: number[] = $state.raw([])
  busy = $state(false)
  /** Whether the stream runs. */
  live = $state(true)
  /** The latest that the server told, and the latest that is on the board. */
  arrived: Snapshot = $state.raw()!
  settled: Snapshot = $state.raw()!
  /** Who is away since when, and how many watch. */
  presence: People = $state.raw({ away: [], watching: 0 })
  /** Whether there has been a message at all, and whether new eyes still wait for theirs. */
  ready = $state(false)
  looking = $state(true)
  /** What is being shown, in words; nothing has been said yet where it is empty. */
  headline = $state('')
  /** The entry whose line in the log is pointed at. */
  pointed: Entry | null = $state.raw(null)

  /** What an adept would do, and the version of the position that it is for. */
  #hint: (Advice & { version: number }) | null = $state.raw(null)

  /** Where a choice would be made that somebody points at. */
  considered: Advised[] | null = $state.raw(null)

  /** Whether all answers in advance are offered. */
  offering = $state(false)

  readonly chronicle = new Chronicle()
  readonly news: Entry[] = $derived.by(() => this.chronicle.news(this.seat))
  protected readonly playback: Showing
  readonly #people = $derived.by(() => peopleOf(this.arrived.seats, this.mine, this.face))
  readonly #choices = $derived.by(() => choicesOf(this.settled))
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
    const concerns = (seats: number[]) => seats.some((seat) => this.mine.includes(seat))
    this.playback = new Showing(face, concerns, (entry) => this.begins(entry))
  }

  /** Whose eyes are used: those of the position on the board. */
  get seat(): number | null {
    return this.eyes
  }

  /** There is one from the beginning of the game, and boards are shown only then. */
  get view(): View {
    return this.playback.view!
  }
  get happening() {
    return this.playback.happening
  }
  get pace(): number {
    return this.playback.pace
  }
  get showing(): boolean {
    return this.playback.active
  }
  get held(): boolean {
    return this.playback.held
  }
  get told(): Entry[] {
    return this.chronicle.entries
  }
  get people(): Person[] {
    return this.#people
  }
  get legal(): Legal[] {
    return this.showing ? NOTHING : this.#choices
  }
  get interactive(): boolean {
    return this.seat !== null && this.settled.status === 'running'
  }
  /** Whether a hint can be asked for now: only by one person among bots, as the server makes sure. */
  get hints(): boolean {
    const alone = this.people.every(({ kind, mine }) => mine || kind === 'bot')
    return this.settled.hints && alone && this.mine.length === 1 && this.legal.length > 0
  }
  /** The hint that was asked for, until the position is another. */
  get hint(): Advice | null {
    return this.legal.length && this.#hint?.version === this.version ? this.#hint : null
  }
  /** The places of a choice that is being considered, in a study, or of the hint. */
  get advised(): readonly Advised[] {
    return this.considered ?? this.hint?.places ?? []
  }
  /** The answers in advance of the seat whose eyes are used. */
  get advance(): readonly Advance[] {
    return this.showing ? NO_ANSWERS : this.settled.answers
  }
  get odds(): boolean {
    return this.settled.odds
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
      onPeople: (people) => (this.presence = people),
      onState: (live) => (this.live = live),
    })
  }

  close(): void {
    this.#stream?.close()
  }

  skip(): void {
    this.playback.skip()
  }
  stay(): void {
    this.playback.stay()
  }
  delay(ms: number): void {
    this.playback.delay(ms)
  }
  get slow(): boolean {
    return this.playback.slow
  }
  slowDown(slow: boolean): void {
    this.playback.slowDown(slow)
  }

  /** Ask what an adept would do. */
  async askHint(): Promise<void> {
    await tried(async () => {
      const { decisions, version } = await this.ask<Hint>(`hint?seat=${this.seat}`)
      const plain = { words: decisions.join(', '), places: [] }
      this.#hint = { ...(this.face.advice?.(decisions, this.view, this.seat!) ?? plain), version }
      say(this.#hint.words)
    })
  }
  dropHint(): void {
    this.#hint = null
  }

  ask<T>(path: string): Promise<T> {
    return get<T>(`/api/tables/${this.link}/${path}`)
  }

  decide(...decisions: (string | number)[]): Promise<boolean> {
    if (!this.legal.length) return Promise.resolve(false)
    return this.act('moves', { decisions })
  }

  offerAhead(): void {
    this.offering = true
  }

  /** Answer in advance, in place of another of the same kind, or withdraw it. */
  async answerAhead(name: string, on: boolean): Promise<boolean> {
    const { seat } = this
    if (this.busy || seat === null) return false
    this.busy = true
    const done = await tried(async () => {
      const wish = { on: withAnswer(this.advance, name, on) }
      await this.catchUp(await put<Receipt>(`/api/tables/${this.link}/seats/${seat}/answers`, wish))
    })
    this.busy = false
    return done
  }

  /** Take back the last decisions, or all that can be. */
  undo(count?: number): Promise<boolean> {
    return this.act('undo', count === undefined ? {} : { count })
  }

  /** Take back what was decided last: a plan that was made at once goes as a whole. */
  undoStep(): Promise<boolean> {
    return this.undo(Math.min(this.chronicle.lastStep(this.seat), this.undoable))
  }

  /** Put another position of a study on the table; bots decide there anew if they are asked to. */
  async walk(node: number, anew = false): Promise<void> {
    await tried(async () => {
      await this.catchUp(
        await post<{ position: number }>(`/api/tables/${this.link}/tree/walk`, { node, go_on: anew }),
      )
    })
  }

  /** The seat that speaks for this device, also while nobody's eyes are used; null: a spectator. */
  get speaker(): number | null {
    return this.seat ?? this.mine[0] ?? null
  }

  /** Say something, as whoever sits here or, with a name, as a spectator. */
  chat(text: string, name: string): Promise<boolean> {
    const seat = this.speaker
    return seat === null
      ? tried(() => post(`/api/tables/${this.link}/spectators/chat`, { name, text }))
      : tried(() => post(`/api/tables/${this.link}/chat`, { seat, text }))
  }

  protected async act(what: 'moves' | 'undo', wish: object): Promise<boolean> {
    if (this.busy) return false
    this.busy = true
    const body = { seat: this.seat, version: this.version, request: requestId(), ...wish }
    try {
      const send = () => post<Receipt>(`/api/tables/${this.link}/${what}`, body)
      await this.catchUp(await persist(send, () => (this.live = false)))
      return true
    } catch (error) {
      if (error instanceof Refusal && error.code === 'stale_version') notify(t('shell.stale'))
      else complain(error)
      return false
    } finally {
      this.busy = false
    }
  }

  /** Whether the game's beginning is shown. */
  protected get opens(): boolean {
    return true
  }
  /** What a decision is made for. */
  protected get version(): number | null {
    return this.settled.version
  }
  /** Resolves when the board shows what came of a decision. */
  protected catchUp({ position }: { position: number }): Promise<void> {
    return this.reached(position)
  }
  /** Something begins to be shown. */
  protected begins(entry: Entry): void {
    const sounding = this.face.sound?.(entry)
    if (sounding) hear(sounding.heard, sounding.count)
  }

  /** Resolves when the board shows an event. */
  protected reached(position: number): Promise<void> {
    if (this.settled.position >= position) return Promise.resolve()
    return new Promise((done) => this.#waiting.push({ position, done }))
  }

  #take(message: Message, seat: number | null): void {
    this.arrived = message
    const begun = this.playback.view === null // the game begins, or we have only just come
    if (this.looking) {
      this.eyes = seat
      const fresh = begun && this.#isFresh(message) && firstVisit(this.link)
      this.chronicle.restart(fresh ? [] : message.events)
      this.playback.reset(message.view)
      this.looking = false
      this.ready = true
      if (!fresh) return this.settle(message)
    } else {
      this.#wakeUp(message.events)
      if (begun) this.playback.reset(message.view)
    }
    this.chronicle.hear(message.events)
    if (!this.showing) this.headline = ''
    const beats = message.events.flatMap((event) => (begun ? this.#openingOf(event) : this.#beatsOf(event)))
    void this.playback.show(beats, message.view, () => {
      if (seat === this.eyes) this.settle(message) // unless we look through other eyes by now
    })
  }

  /** Somebody reminds me that the table waits. */
  #wakeUp(events: Happened[]): void {
    for (const event of events) {
      if (event.kind !== 'seats' || event.what !== 'nudged') continue
      notify(t('shell.absent.nudges_you', { name: event.name }))
      hear('nudge')
      navigator.vibrate?.(200)
    }
  }

  /** Whether we sit at a game that has something to show of its beginning, and have done nothing yet. */
  #isFresh({ view, events, status }: Message): boolean {
    if (!view || status !== 'running' || !this.mine.length) return false
    if (events.some(({ kind, seat }) => kind === 'move' && this.mine.includes(seat!))) return false
    return this.opens && events.some(({ entries }) => entries.some((entry) => this.#opening(entry, view)))
  }

  #opening(entry: Entry, view: View): boolean {
    return this.face.stage(entry, false, view).opening === true
  }

  /** An event that led to the first position: most of it is only told. */
  #openingOf(event: Happened): Beat[] {
    if (event.kind === 'chat') return []
    const shown = (entry: Entry) => this.opens && this.#opening(entry, this.view)
    return [
      { tell: () => this.chronicle.open(event) },
      ...event.entries.map((entry) => ({
        entry: shown(entry) ? entry : undefined,
        tell: (seen: boolean) => this.#tell(entry, seen),
      })),
    ]
  }

  #beatsOf(event: Happened): Beat[] {
    if (event.kind === 'chat' || event.kind === 'note') return []
    const open: Beat = { tell: () => this.chronicle.open(event) }
    // What is left of decisions taken back, or led elsewhere in a study, has been shown before.
    if (event.kind === 'undo' || event.kind === 'walk')
      return [open, { tell: () => this.chronicle.tell(...event.entries) }]
    const own = event.seat !== null && event.seat === this.seat && !inAdvance(event)
    const beat = (entry: Entry) => ({ entry, own, tell: (shown: boolean) => this.#tell(entry, shown) })
    return [open, ...event.entries.map(beat)]
  }

  #tell(entry: Entry, shown: boolean): void {
    this.chronicle.tell(entry)
    const words = shown && this.face.narrate(entry, this.people)
    if (!words) return
    this.headline = words
    if (!this.face.stage(entry, false, this.view).aloud) say(words)
  }

  protected settle(message: Snapshot): void {
    const { legal, status } = this.settled
    this.settled = message
    if (message.legal.length && !legal.length) hear('turn')
    if (message.status === 'finished' && status === 'running') hear('end')
    const reached = this.#waiting.filter(({ position }) => position <= message.position)
    this.#waiting = this.#waiting.filter((waiter) => !reached.includes(waiter))
    for (const { done } of reached) done()
  }
}

const NOTHING: Legal[] = []
const NO_ANSWERS: Advance[] = []

/** Whether this window comes to a table for the first time; the next time it is not. */
function firstVisit(link: string): boolean {
  const key = `tenka.visited ${link}`
  const first = sessionStorage.getItem(key) === null
  sessionStorage.setItem(key, '')
  return first
}
