/** A finished game, to be looked at again: any position, from any seat's eyes or with all cards up. */
import type { Entry, Face, Person, Table, View } from '../games/face'
import { get } from './api'
import { complain } from './notices.svelte'
import { peopleOf } from './people'
import { Showing } from './showing.svelte'
import type { Position, Snapshot } from './wire'

/** A seat's eyes, everybody's, or those of a spectator. */
export type Eyes = number | 'open' | 'watch'

/** Positions fetched ahead, and those before the present one whose story is told. */
const AHEAD = 3
const BEFORE = 12

export class ReplayTable implements Table {
  number = $state(0)
  last = $state(0)
  /** Those through which the present position is seen. */
  eyes: Eyes = $state('open')
  playing = $state(false)
  ready = $state(false)
  /** What led to the present position, position by position. */
  story: Position[] = $state.raw([])

  readonly legal = []
  readonly interactive = false
  readonly busy = false
  readonly odds = false
  readonly #showing: Showing
  readonly #fetched = new Map<number, Promise<Position>>()
  /** The position that is wished for, and the number of the wish: a later one makes it void. */
  #wanted = 0
  #wish = 0

  constructor(
    readonly link: string,
    readonly face: Face,
    readonly snapshot: Snapshot,
    private through: Eyes,
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
  get told(): Entry[] {
    return this.story.flatMap((position) => position.entries)
  }
  get seat(): number | null {
    return typeof this.eyes === 'number' ? this.eyes : null
  }
  get people(): Person[] {
    const mine = typeof this.eyes === 'number' ? [this.eyes] : []
    return peopleOf(this.snapshot.seats, mine, this.face)
  }
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
    await this.jump(this.#wanted)
  }

  /** Show a position at once; of several wishes in a row the last one counts. */
  async jump(number: number): Promise<void> {
    this.#wanted = Math.max(0, this.ready ? Math.min(number, this.last) : number)
    const wish = ++this.#wish
    try {
      const position = await this.#fetch(this.#wanted)
      if (wish !== this.#wish) return
      this.eyes = this.through
      this.#showing.reset(position.view)
      this.story = [position]
      this.#arrive(position)
    } catch (error) {
      complain(error)
    }
  }

  /** Show what happens next, and the position after it. */
  async step(): Promise<void> {
    if (this.number >= this.last) return
    this.#wanted = this.number + 1
    const wish = ++this.#wish
    try {
      const position = await this.#fetch(this.#wanted)
      if (wish !== this.#wish) return
      this.number = position.number
      await this.#showing.show(
        position.entries.map((entry) => ({ entry, own: false })),
        position.view,
      )
      if (wish === this.#wish) this.#arrive(position)
    } catch (error) {
      complain(error)
    }
  }

  /** Go on by itself, to the end or until it is stopped. */
  async play(): Promise<void> {
    this.playing = true
    while (this.playing && this.number < this.last) {
      await this.step()
      await new Promise((resolve) => setTimeout(resolve, 120))
    }
    this.playing = false
  }

  stop(): void {
    this.playing = false
    this.skip()
  }

  /** Show at once what is still to be shown. */
  skip(): void {
    this.#showing.skip()
  }

  #arrive(position: Position): void {
    this.number = position.number
    this.last = position.last
    this.ready = true
    for (let n = position.number + 1; n <= Math.min(position.number + AHEAD, this.last); n += 1) {
      void this.#fetch(n).catch(() => {})
    }
    void this.#tell(position.number)
  }

  async #tell(number: number): Promise<void> {
    const first = Math.max(0, number - BEFORE)
    const wanted = Array.from({ length: number - first + 1 }, (_, n) => this.#fetch(first + n))
    const story = await Promise.all(wanted).catch(() => [])
    if (number === this.number) this.story = story
  }

  #fetch(number: number): Promise<Position> {
    const known = this.#fetched.get(number)
    if (known) return known
    const eyes = { open: '?open=true', watch: '' }[this.through as string] ?? `?seat=${this.through}`
    const path = `/api/tables/${this.link}/positions/${number}${eyes}`
    const asked = get<Position>(path)
    asked.catch(() => this.#fetched.delete(number))
    this.#fetched.set(number, asked)
    return asked
  }
}
