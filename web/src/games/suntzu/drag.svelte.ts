/** A card that follows the mouse or a finger until it is let go over something. */
import { follow } from '../../pieces/drag'
import type { Desk } from './desk.svelte'
import type { CardName, ProvinceName } from './view'

export class Drag {
  card = $state<CardName | null>(null)
  x = $state(0)
  y = $state(0)

  constructor(private readonly desk: Desk) {}

  /** From the hand to a province. */
  fromHand(press: PointerEvent, at: number) {
    this.#begin(press, this.desk.hand[at]!, (onto) => {
      const name = provinceAt(onto)
      if (name && this.desk.due.includes(name)) this.desk.lay(name, at)
    })
  }

  /** From a province to another, or back to the hand. */
  fromProvince(press: PointerEvent, from: ProvinceName) {
    const card = this.desk.draft.at(from)
    if (!card) return
    this.#begin(press, card, (onto) => {
      const to = provinceAt(onto)
      if (to && this.desk.due.includes(to)) this.desk.swap(from, to)
      else if (onto?.closest('[data-hand]')) this.desk.draft.take(from)
    })
  }

  #begin(press: PointerEvent, card: CardName, drop: (onto: Element | null) => void) {
    follow(press, {
      move: (x, y) => Object.assign(this, { card, x, y }),
      drop: (onto) => {
        this.card = null
        drop(onto)
      },
    })
  }
}

function provinceAt(element: Element | null): ProvinceName | null {
  const place = element?.closest('[data-province]')
  return (place?.getAttribute('data-province') ?? null) as ProvinceName | null
}
