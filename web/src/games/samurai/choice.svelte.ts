/** The five tiles of the first hand, gathered on this side until they are confirmed. */
import { ALL_TILES, HAND } from './tiles'
import type { TileName } from './view'

export class HandChoice {
  readonly tiles: { key: number; name: TileName }[] = ALL_TILES.map((name, key) => ({ key, name }))
  chosen: number[] = $state([])

  /** A choice that is kept under a name until the browser's tab is closed. */
  constructor(private readonly name: string) {
    this.chosen = JSON.parse(sessionStorage.getItem(name) ?? '[]')
  }

  get names(): TileName[] {
    return this.chosen.map((key) => this.tiles[key]!.name)
  }

  get complete(): boolean {
    return this.chosen.length === HAND
  }

  toggle(key: number): void {
    if (this.chosen.includes(key)) this.chosen = this.chosen.filter((other) => other !== key)
    else if (!this.complete) this.chosen = [...this.chosen, key].sort((a, b) => a - b)
    sessionStorage.setItem(this.name, JSON.stringify(this.chosen))
  }
}
