/** A puzzle as a table: its position lies still, and a decision is a try. */
import type { Advised, Entry, Face, Legal, Person, Table, View } from '../games/face'
import { post } from '../lib/api'
import { choicesOf } from '../lib/choices'
import { tried } from '../lib/notices.svelte'
import { peopleIn } from '../lib/people'
import type { PuzzleShown, Solution, Tried } from '../lib/wire'
import { keepResult } from './results.svelte'

export class PuzzleTable implements Table {
  busy = $state(false)
  /** What came of the last try; 'shown' is a solution that was asked for. */
  result: 'wrong' | 'right' | 'shown' | null = $state(null)
  solution: Solution | null = $state.raw(null)
  pointed: Entry | null = $state.raw(null)

  readonly view: View
  readonly seat: number
  readonly told: Entry[]
  readonly news: Entry[]
  readonly people: Person[]
  readonly happening = null
  readonly pace = 0
  readonly held = false
  readonly odds = false
  readonly #legal: Legal[]

  constructor(
    readonly puzzle: PuzzleShown,
    readonly face: Face,
  ) {
    this.view = puzzle.view
    this.seat = puzzle.seat
    this.told = this.news = puzzle.entries
    this.people = peopleIn(puzzle.game, puzzle.players, face, puzzle.seat)
    this.#legal = choicesOf(puzzle)
  }

  get over(): boolean {
    return this.solution !== null
  }
  get interactive(): boolean {
    return !this.over
  }
  get legal(): Legal[] {
    return this.over ? [] : this.#legal
  }
  /** The solution on the board. */
  readonly advised: Advised[] = $derived.by(() => this.#adviceOn(this.solution?.answer)?.places ?? [])

  /** A choice in words. */
  wordsOf(line: string[]): string {
    return this.#adviceOn(line)?.words ?? line.join(', ')
  }

  #adviceOn(line?: string[]) {
    return line && this.face.advice?.(line, this.view, this.seat)
  }

  async decide(...decisions: (string | number)[]): Promise<boolean> {
    if (this.busy || this.over) return false
    await this.#attempt(decisions)
    return this.result === 'right'
  }

  /** Give up. */
  async show(): Promise<void> {
    await this.#attempt([])
  }

  async #attempt(decisions: (string | number)[]): Promise<void> {
    const { game, name } = this.puzzle
    this.busy = true
    await tried(async () => {
      const { right, solution } = await post<Tried>(`/api/puzzles/of/${game}/${name}/try`, { decisions })
      this.result = right ? 'right' : solution ? 'shown' : 'wrong'
      this.solution = solution
      keepResult(name, right)
    })
    this.busy = false
  }

  ask<T>(): Promise<T> {
    return Promise.reject(new Error('a puzzle has nothing to ask for'))
  }
}
