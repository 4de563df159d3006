/** Dragging a piece with a mouse or a finger: one way for all boards. */

const THRESHOLD = 7
/** A finger hides what is under it: boards may let the piece float above. */
const LIFT = 44

export interface Drag {
  /** The press has become a drag, and the pointer moves: where the piece is, and over what. */
  move(x: number, y: number, over: Element | null): void
  /** It is let go over something, or nothing; also called when the drag is broken off. */
  drop(onto: Element | null): void
}

/** Follow a pointer that went down on a piece; `floats` lifts the piece above a finger. */
export function follow(down: PointerEvent, drag: Drag, floats = false): void {
  if (down.button !== 0) return
  const lift = floats && down.pointerType === 'touch' ? LIFT : 0
  const ends = new AbortController()
  let begun = false
  const under = ({ clientX, clientY }: PointerEvent) => document.elementFromPoint(clientX, clientY - lift)

  function move(event: PointerEvent): void {
    if (event.pointerId !== down.pointerId) return
    begun ||= Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) >= THRESHOLD
    if (!begun) return
    event.preventDefault()
    drag.move(event.clientX, event.clientY - lift, under(event))
  }
  function end(event: PointerEvent): void {
    if (event.pointerId !== down.pointerId) return
    ends.abort()
    if (!begun) return
    if (event.type === 'pointerup') swallowClick()
    drag.drop(event.type === 'pointerup' ? under(event) : null)
  }
  const { signal } = ends
  addEventListener('pointermove', move, { signal })
  addEventListener('pointerup', end, { signal })
  addEventListener('pointercancel', end, { signal })
}

/** The click that ends a drag is not one. */
function swallowClick(): void {
  const stop = (event: Event) => event.stopPropagation()
  addEventListener('click', stop, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', stop, { capture: true }), 0)
}
