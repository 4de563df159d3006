/** The review of a finished game: asked for, waited for, and read at the position that is looked at. */
import { pause, post } from './api'
import { pointsOf, type Cards, type Point, type What } from './curves'
import { complain } from './notices.svelte'
import type { Review, Reviewing, ReviewStep } from './wire'

const ASK_AGAIN = 1000 // milliseconds

export class GameReview {
  found: Review | null = $state.raw(null)
  done = $state(0)
  of: number | null = $state(null)
  what: What = $state('chance')
  cards: Cards = $state('known')
  readonly points: Point[] = $derived.by(() =>
    this.found ? pointsOf(this.found, this.what, this.cards) : [],
  )
  readonly costly: ReviewStep[] = $derived.by(() => this.found?.steps.filter(({ mark }) => mark) ?? [])
  #closed = false

  constructor(private readonly link: string) {}

  /** Have it made, and wait for it; false if that cannot be. */
  async wait(): Promise<boolean> {
    try {
      while (!this.#closed) {
        const { done, of, review } = await post<Reviewing>(`/api/tables/${this.link}/review`)
        Object.assign(this, { done, of, found: review })
        if (review) return true
        await pause(ASK_AGAIN)
      }
    } catch (error) {
      complain(error)
    }
    return false
  }

  /** Nobody waits for it any more; the server goes on. */
  close(): void {
    this.#closed = true
  }
}
