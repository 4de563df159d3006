/** Whether a machine keeps up with cubes that fall: told by the time between two pictures. */

/** If ten pictures are further apart on average, in milliseconds: spare it; further: draw in another way. */
const SLOW = 24
const TOO_SLOW = 40
const LOOKED_AT = 10
/** A longer pause is no picture's doing (the page was out of sight), unless another one follows. */
const AWAY = 250

export type Verdict = 'spare it' | 'another way'

export class Pace {
  #before: number | null = null
  #gaps: number[] = []
  #spared = false
  #away = false

  /** Nothing falls, or not at its own speed: what is painted now says nothing. */
  rest(): void {
    this.#before = null
    this.#gaps = []
    this.#away = false
  }

  /** A picture is painted; what has to be done about it, if anything. It is spared once. */
  painted(now: number): Verdict | null {
    const gap = now - (this.#before ?? now)
    this.#before = now
    if (gap > AWAY && !this.#away) {
      this.#away = true
      return null
    }
    this.#away = gap > AWAY
    if (gap > 0) this.#gaps.push(gap)
    return this.#gaps.length < LOOKED_AT ? null : this.#judge()
  }

  #judge(): Verdict | null {
    // The longest does not count: a shader is made ready, or the page had something else to do.
    const longest = Math.max(...this.#gaps)
    const mean = (this.#gaps.reduce((sum, gap) => sum + gap) - longest) / (this.#gaps.length - 1)
    this.#gaps = []
    if (mean <= (this.#spared ? TOO_SLOW : SLOW)) return null
    if (this.#spared) return 'another way'
    this.#spared = true
    return 'spare it'
  }
}
