/**
 * The one clock of a table: what happened, shown one entry after another.
 *
 * A scene is a series of beats and the position they lead to. Scenes wait for each other. All that a
 * page shows (board, log, headline, numbers) is `view`, the position as far as it has been shown, or
 * was told by a beat that has been reached.
 */
import type { Entry, Face, Staging, View } from '../games/face'
import { calm, hasteOf, holds, settings } from './settings.svelte'

/** One step of a scene. */
export interface Beat {
  /** What is shown; nothing where something is only told. */
  entry?: Entry
  /** Whether it came of the viewer's own decision. */
  own?: boolean
  /** Its words may be read from now on; `shown`: it is seen on the board too. */
  tell(shown: boolean): void
}

interface Scene {
  beats: Beat[]
  view: View | null
  arrived: () => void
  done: () => void
}

/** How long a result that is not animated stands, in milliseconds. */
const STILL = 1000
/** How many times as long a battle takes that is shown slowly. */
export const SLOWER = 3

export class Showing {
  view: View | null = $state.raw(null)
  happening: Entry | null = $state.raw(null)
  pace = $state(0)
  /** Whether scenes are being shown. */
  active = $state(false)
  /** Whether a result waits until it was seen. */
  held = $state(false)
  /** Whether battles are shown slowly. */
  slow = $state(false)

  #scenes: Scene[] = []
  #wake: ((early?: boolean) => void) | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  /** When the present entry has been shown, and whether it can be slowed down. */
  #until = 0
  #elastic = false
  #skipping = false
  /** Counts starts and resets: a run that was reset must not go on. */
  #run = 0

  constructor(
    private readonly face: Face,
    /** Whether a result concerns the viewer, given the seats that it concerns; none: nothing is held. */
    private readonly concerns: ((seats: number[]) => boolean) | null = null,
    /** Called when an entry begins to be shown. */
    private readonly begin: (entry: Entry) => void = () => {},
  ) {}

  /** Start over from a position; what was still to be shown is dropped. */
  reset(view: View | null): void {
    this.#run += 1
    this.#end()
    for (const { done } of this.#scenes.splice(0)) done()
    this.#wake?.()
    this.pace = 0
    this.view = view
  }

  /**
   * Show beats and then the position; resolves when it is on the board, or will never be. `arrived` is
   * called together with it, so that what may be decided there is never another position's.
   */
  show(beats: Beat[], view: View | null, arrived: () => void = () => {}): Promise<void> {
    this.#foresee(beats)
    return new Promise((done) => {
      this.#scenes.push({ beats, view, arrived, done })
      if (!this.active) void this.#play()
    })
  }

  /** Have made ready what takes time, unless it is not seen in motion. */
  #foresee(beats: Beat[]): void {
    const seen = beats.flatMap(({ entry }) =>
      entry && this.#moves({ pace: 0, battle: true }) ? [entry] : [],
    )
    if (this.view && seen.length) this.face.foresee?.(seen, this.view)
  }

  /** Whether beats would pass without anything to see. */
  passes(beats: Beat[]): boolean {
    return beats.every(({ entry, own }) => !entry || this.#timeFor(this.#staging(entry, own)) === 0)
  }

  /** Go on to the next thing; what this one comes to is still shown, and what was seen is put away. */
  skip(): void {
    this.#skipping = this.active && !this.held
    this.#wake?.()
  }

  /** Stay with what is being shown until somebody goes on. */
  stay(): void {
    if (!this.happening) return
    clearTimeout(this.#timer)
    this.held = true
  }

  /** What is being shown in motion began so much later than its time: it is shown to its end all the same. */
  delay(ms: number): void {
    if (!this.#elastic || this.held) return
    clearTimeout(this.#timer)
    this.#runOut(Math.max(0, this.#until - performance.now()) + ms)
  }

  /** Show battles slowly, or no longer, with the one that is on. */
  slowDown(slow: boolean): void {
    if (slow === this.slow) return
    this.slow = slow
    if (!this.#elastic || this.held) return
    clearTimeout(this.#timer)
    const rest = Math.max(0, this.#until - performance.now())
    this.#runOut(slow ? rest * SLOWER : rest / SLOWER)
  }

  async #play(): Promise<void> {
    this.active = true
    const run = ++this.#run
    for (let scene = this.#scenes[0]; scene; scene = this.#scenes[0]) {
      for (const beat of scene.beats) {
        const shown = this.#act(beat, scene.view) // what is not shown takes no time at all
        if (shown) await shown
        if (run !== this.#run) return
      }
      this.#scenes.shift()
      this.view = scene.view
      scene.arrived()
      scene.done()
    }
    this.#end()
  }

  #end(): void {
    this.active = false
    this.held = false
    this.#skipping = false
    this.happening = null
  }

  #act({ entry, own, tell }: Beat, after: View | null): Promise<void> | undefined {
    if (!entry) {
      tell(false)
      return
    }
    const staging = this.#staging(entry, own)
    if (staging.begins) this.#skipping = false
    const { view } = this
    const enacted = view && after && this.face.enact ? this.face.enact(view, entry, after) : view
    const ms = this.#timeFor(staging)
    if (ms > 0) return this.#present(entry, staging, ms, enacted, tell)
    this.view = enacted
    tell(false)
    return
  }

  async #present(
    entry: Entry,
    staging: Staging,
    ms: number,
    enacted: View | null,
    tell: Beat['tell'],
  ): Promise<void> {
    const run = this.#run
    if (staging.atOnce) this.view = enacted
    if (!staging.suspense) tell(true)
    this.pace = this.#moves(staging) ? ms : 0
    this.happening = entry
    this.begin(entry)
    this.#elastic = this.pace > 0 && staging.battle === true
    const seen = await this.#wait(ms)
    this.#elastic = false
    if (run !== this.#run) return
    this.held = false
    if (staging.result && !seen && this.#holds(staging.result)) await this.#hold()
    if (run !== this.#run) return
    this.happening = null
    this.view = enacted
    if (staging.suspense) tell(true)
  }

  async #hold(): Promise<void> {
    this.held = true
    await this.#wait(null)
    this.held = false
  }

  #staging(entry: Entry, own = false): Staging {
    return this.view ? this.face.stage(entry, own, this.view) : { pace: 0 }
  }

  #holds(seats: number[]): boolean {
    return this.concerns !== null && holds(this.concerns(seats))
  }

  /** Whether an entry is animated: not where nobody looks, nor on the way to the next thing. */
  #moves({ battle }: Staging): boolean {
    return !this.#skipping && !document.hidden && hasteOf(battle) > 0 && !(battle && calm())
  }

  /** Who falls behind sees things faster. A result is seen in any case. */
  #timeFor(staging: Staging): number {
    const { pace, battle, result } = staging
    if (!pace || (battle && settings.battles === 'none')) return 0
    const crowd = 1 + Math.max(0, this.#scenes.length - 1) / 3
    const slowness = battle && this.slow ? SLOWER : 1
    if (this.#moves(staging)) return (pace * hasteOf(battle) * slowness) / crowd
    if (!result) return 0
    return document.hidden && !this.#holds(result) ? 0 : STILL / crowd
  }

  /** Until so much time has passed, or somebody goes on before: whether somebody did. */
  #wait(ms: number | null): Promise<boolean> {
    return new Promise((resolve) => {
      this.#wake = (early = true) => {
        clearTimeout(this.#timer)
        this.#wake = null
        resolve(early)
      }
      if (ms !== null) this.#runOut(ms)
    })
  }

  #runOut(ms: number): void {
    this.#until = performance.now() + ms
    this.#timer = setTimeout(() => this.#wake?.(false), ms)
  }
}
