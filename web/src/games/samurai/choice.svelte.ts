/** The tiles of the first hand, gathered on this side until they are confirmed. */
import { sorted } from './tiles'
import type { SamuraiView, TileName } from './view'

export class HandChoice {
  readonly tiles: { key: number; name: TileName }[]
  readonly #full: number
  chosen: number[] = $state([])
  /** The tile that was touched last. */
  last: TileName | null = $state(null)

  /** A choice that is kept under a name until the browser's tab is closed. */
  constructor(
    private readonly name: string,
    view: SamuraiView,
    seat: number,
  ) {
    const { hand, unseen } = view.players[seat]!
    this.tiles = sorted([...(hand ?? []), ...unseen]).map((name, key) => ({ key, name }))
    this.#full = view.full_hand
    this.chosen = JSON.parse(sessionStorage.getItem(name) ?? '[]') as number[]
  }

  get names(): TileName[] {
    return this.chosen.map((key) => this.tiles[key]!.name)
  }

  get complete(): boolean {
    return this.chosen.length === this.#full
  }

  toggle(key: number): void {
    this.last = this.tiles[key]!.name
    if (this.chosen.includes(key)) this.chosen = this.chosen.filter((other) => other !== key)
    else if (!this.complete) this.chosen = [...this.chosen, key].sort((a, b) => a - b)
    sessionStorage.setItem(this.name, JSON.stringify(this.chosen))
  }
}
