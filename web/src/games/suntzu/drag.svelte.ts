/** A card that follows the mouse or a finger until it is let go over something. */
import type { CardName } from './view'

const FAR_ENOUGH = 8

export class Drag {
  card = $state<CardName | null>(null)
  x = $state(0)
  y = $state(0)

  /** Begin with a press; it becomes a drag when the pointer has moved a little. */
  begin(press: PointerEvent, card: CardName, drop: (onto: Element | null) => void) {
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
    // A finger's pointer stays with the element it pressed, so its moves are heard there and here.
    addEventListener('pointermove', move, { signal: ends.signal })
    addEventListener('pointerup', end, { signal: ends.signal })
    addEventListener('pointercancel', end, { signal: ends.signal })
  }
}

/** The click that ends a drag is not one. */
function swallowClick() {
  const stop = (event: Event) => event.stopPropagation()
  addEventListener('click', stop, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', stop, { capture: true }), 0)
}
