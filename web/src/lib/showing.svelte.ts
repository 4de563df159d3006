/**
 * What happened, shown one entry after another.
 *
 * A scene is a series of entries and the position they lead to. Scenes wait for each other; between
 * them and during them the board draws `view`, the position as far as it has been shown.
 */
import type { Entry, Face, View } from '../games/face'
import { haste } from './settings.svelte'

export interface Shown {
  entry: Entry
  /** Whether it came of the viewer's own decision. */
  own: boolean
}

interface Scene {
  entries: Shown[]
  view: View | null
  done: () => void
}

export class Showing {
  view: View | null = $state.raw(null)
  happening: Entry | null = $state.raw(null)
  pace = $state(0)
  /** Whether scenes are being shown. */
  active = $state(false)
  /** How many entries still wait: the log must not tell of them yet. */
  waiting = $state(0)

  #scenes: Scene[] = []
  #wake: (() => void) | null = null
  #skipping = false
  /** Counts starts and resets: a run that was reset must not go on. */
  #run = 0

  constructor(
    private readonly face: Face,
    private readonly onEntry: (entry: Entry) => void = () => {},
  ) {}

  /** Start anew from a position; what was still to be shown is dropped. */
  reset(view: View | null): void {
    this.#run += 1
    this.#end()
    for (const { done } of this.#scenes.splice(0)) done()
    this.#wake?.()
    this.waiting = 0
    this.view = view
  }

  /** Show entries and then the position; resolves when it is on the board, or will never be. */
  show(entries: Shown[], view: View | null): Promise<void> {
    return new Promise((done) => {
      this.#scenes.push({ entries, view, done })
      this.waiting += entries.length
      if (!this.active) void this.#play()
    })
  }

  /** Show at once all that waits. */
  skip(): void {
    this.#skipping = this.active
    this.#wake?.()
  }

  async #play(): Promise<void> {
    this.active = true
    const run = ++this.#run
    for (let scene = this.#scenes[0]; scene; scene = this.#scenes[0]) {
      for (const shown of scene.entries) {
        await this.#act(shown)
        if (run !== this.#run) return
        if (this.face.enact && this.view) this.view = this.face.enact(this.view, shown.entry)
      }
      this.#scenes.shift()
      this.view = scene.view
      scene.done()
    }
    this.#end()
  }

  #end(): void {
    this.active = false
    this.#skipping = false
    this.happening = null
  }

  async #act({ entry, own }: Shown): Promise<void> {
    const ms = this.#paceOf(entry, own)
    this.waiting -= 1
    if (ms <= 0) return
    this.onEntry(entry)
    this.pace = ms
    this.happening = entry
    await this.#wait(ms)
    this.happening = null
  }

  /** Who falls behind, or looks elsewhere, sees things faster. */
  #paceOf(entry: Entry, own: boolean): number {
    if (this.#skipping || document.hidden) return 0
    return (this.face.pace(entry, own) * haste()) / (1 + (this.#scenes.length - 1) / 3)
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#wake?.(), ms)
      this.#wake = () => {
        clearTimeout(timer)
        this.#wake = null
        resolve()
      }
    })
  }
}
