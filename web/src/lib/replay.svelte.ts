/** A finished game, to be looked at again: any position, from any seat's eyes or with all cards up. */
import type { Advised, Entry, Face, Person, Table, View } from '../games/face'
import { get } from './api'
import { complain, tried } from './notices.svelte'
import { peopleOf } from './people'
import { Showing } from './showing.svelte'
import type { Position, Snapshot, Story } from './wire'

/** A seat's eyes, everybody's, or those of a spectator. */
export type Eyes = number | 'open' | 'watch'

/** A position where a round begins or a battle is fought. */
export interface Mark {
  number: number
  kind: 'round' | 'battle'
  words: string
}

/** Positions fetched ahead. */
const AHEAD = 3

export class ReplayTable implements Table {
  number = $state(0)
  last = $state(0)
  /** Those through which the present position is seen. */
  eyes: Eyes = $state('open')
  playing = $state(false)
  ready = $state(false)
  /** What led to each position. */
  story: Entry[][] = $state.raw([])
  /** How many of the entries that lead to the present position have been told. */
  reached = $state(0)
  /** The entry whose line in the log is pointed at. */
  pointed: Entry | null = $state.raw(null)
  /** Where something better could have been done. */
  advised: readonly Advised[] = $state.raw([])

  readonly legal = []
  readonly interactive = false
  readonly busy = false
  readonly odds = false
  readonly #showing: Showing
  readonly #fetched = new Map<number, Promise<Position>>()
  #stories: Promise<Story> | null = null
  /** The position that is wished for, and the number of the wish: a later one makes it void. */
  #wanted = 0
  #wish = 0

  constructor(
    readonly link: string,
    readonly face: Face,
    readonly snapshot: Snapshot,
    private through: Eyes,
    /** Of a study: the position of its tree to which this leads. */
    readonly node: number | null = null,
  ) {
    this.#showing = new Showing(face)
  }

  get view(): View {
    return this.#showing.view!
  }
  get happening(): Entry | null {
    return this.#showing.happening
  }
  get pace(): number {
    return this.#showing.pace
  }
  get held(): boolean {
    return this.#showing.held
  }
  get showing(): boolean {
    return this.#showing.active
  }
  get seat(): number | null {
    return typeof this.eyes === 'number' ? this.eyes : null
  }
  get people(): Person[] {
    const mine = typeof this.eyes === 'number' ? [this.eyes] : []
    return peopleOf(this.snapshot.seats, mine, this.face)
  }
  readonly told: Entry[] = $derived.by(() => [...this.story.slice(0, this.number).flat(), ...this.news])
  /** What led to the present position, as far as it has been shown. */
  readonly news: Entry[] = $derived.by(() => this.story[this.number]?.slice(0, this.reached) ?? [])
  readonly marks: Mark[] = $derived.by(() =>
    this.story.flatMap((entries, number) => this.#markOf(entries, number)),
  )

  decide(): Promise<boolean> {
    return Promise.resolve(false)
  }
  ask<T>(path: string): Promise<T> {
    return get<T>(`/api/tables/${this.link}/${path}`)
  }

  /** Look through other eyes at the same position. */
  async look(eyes: Eyes): Promise<void> {
    this.through = eyes
    this.#fetched.clear()
    this.#stories = null
    await this.jump(this.#wanted)
  }

  /** Show a position at once; of several wishes in a row the last one counts. */
  async jump(number: number): Promise<void> {
    this.#wanted = Math.max(0, this.ready ? Math.min(number, this.last) : number)
    const wish = ++this.#wish
    try {
      this.#stories ??= this.#get<Story>('')
      const [position, { positions }] = await Promise.all([this.#fetch(this.#wanted), this.#stories])
      if (wish !== this.#wish) return
      this.eyes = this.through
      this.story = positions
      this.#showing.reset(position.view)
      this.#arrive(position)
    } catch (error) {
      this.#stories = null
      complain(error)
    }
  }

  /** To the next round or battle, or to the one before. */
  async jumpToMark(way: 1 | -1): Promise<void> {
    const beyond = this.marks.filter(({ number }) => (number - this.number) * way > 0)
    const mark = way > 0 ? beyond[0] : beyond.at(-1)
    await this.jump(mark?.number ?? (way > 0 ? this.last : 0))
  }

  /** Show what happens next, and the position after it. */
  async step(): Promise<void> {
    if (this.number >= this.last) return
    this.#wanted = this.number + 1
    const wish = ++this.#wish
    await tried(async () => {
      const position = await this.#fetch(this.#wanted)
      if (wish !== this.#wish) return
      this.number = position.number
      this.reached = 0
      const beats = (this.story[position.number] ?? []).map((entry, at) => ({
        entry,
        tell: () => this.#reach(position.number, at + 1),
      }))
      await this.#showing.show(beats, position.view)
      if (wish === this.#wish) this.#arrive(position)
    })
  }

  /** Go on by itself, to the end or until it is stopped. */
  async play(): Promise<void> {
    this.playing = true
    if (this.number === 0) await this.#open()
    while (this.playing && this.number < this.last) {
      await this.step()
      await new Promise((resolve) => setTimeout(resolve, 120))
    }
    this.playing = false
  }

  /** What was laid out for the beginning, as far as it is worth seeing. */
  async #open(): Promise<void> {
    const { view, face } = this
    const opening = (this.story[0] ?? []).filter((entry) => face.stage(entry, false, view).opening)
    const beats = opening.map((entry) => ({ entry, tell: () => {} }))
    if (beats.length) await this.#showing.show(beats, view)
  }

  stop(): void {
    this.playing = false
    this.skip()
  }

  /** Show at once what is still to be shown. */
  skip(): void {
    this.#showing.skip()
  }
  stay(): void {
    this.#showing.stay()
  }
  delay(ms: number): void {
    this.#showing.delay(ms)
  }
  get slow(): boolean {
    return this.#showing.slow
  }
  slowDown(slow: boolean): void {
    this.#showing.slowDown(slow)
  }

  /** Unless we are further on by now. */
  #reach(number: number, entries: number): void {
    if (number === this.number) this.reached = entries
  }

  #arrive(position: Position): void {
    this.number = position.number
    this.last = position.last
    this.reached = this.story[position.number]?.length ?? 0
    this.ready = true
    for (let n = position.number + 1; n <= Math.min(position.number + AHEAD, this.last); n += 1) {
      void this.#fetch(n).catch(() => {})
    }
  }

  #markOf(entries: Entry[], number: number): Mark[] {
    const { face, people } = this
    const found = entries.flatMap((entry) => {
      const kind = face.mark?.(entry)
      return kind ? [{ number, kind, words: face.narrate(entry, people) ?? '' }] : []
    })
    const best = found.find(({ kind }) => kind === 'round') ?? found[0]
    return best ? [best] : []
  }

  #fetch(number: number): Promise<Position> {
    const known = this.#fetched.get(number)
    if (known) return known
    const asked = this.#get<Position>(`/${number}`)
    asked.catch(() => this.#fetched.delete(number))
    this.#fetched.set(number, asked)
    return asked
  }

  #get<T>(path: string): Promise<T> {
    const eyes = { open: 'open=true', watch: '' }[this.through as string] ?? `seat=${this.through}`
    const way = this.node === null ? '' : `&node=${this.node}`
    return get<T>(`/api/tables/${this.link}/positions${path}?${eyes}${way}`)
  }
}
