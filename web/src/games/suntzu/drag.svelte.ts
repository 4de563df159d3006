/** A card that follows the mouse or a finger until it is let go over something. */
import type { Desk } from './desk.svelte'
import type { CardName, ProvinceName } from './view'

const FAR_ENOUGH = 8

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

  /** Begin with a press; it becomes a drag when the pointer has moved a little. */
  #begin(press: PointerEvent, card: CardName, drop: (onto: Element | null) => void) {
    if (press.button !== 0) return
    const ends = new AbortController()
    const move = (event: PointerEvent) => {
      const far = Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY)
      if (far > FAR_ENOUGH) this.card = card
      this.x = event.clientX
      this.y = event.clientY
    }
    const end = (event: PointerEvent) => {
      ends.abort()
      if (!this.card) return
      this.card = null
      if (event.type === 'pointercancel') return
      swallowClick()
      drop(document.elementFromPoint(event.clientX, event.clientY))
    }
    addEventListener('pointermove', move, { signal: ends.signal })
    addEventListener('pointerup', end, { signal: ends.signal })
    addEventListener('pointercancel', end, { signal: ends.signal })
  }
}

function provinceAt(element: Element | null): ProvinceName | null {
  const place = element?.closest('[data-province]')
  return (place?.getAttribute('data-province') ?? null) as ProvinceName | null
}

/** The click that ends a drag is not one. */
function swallowClick() {
  const stop = (event: Event) => event.stopPropagation()
  addEventListener('click', stop, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', stop, { capture: true }), 0)
}
