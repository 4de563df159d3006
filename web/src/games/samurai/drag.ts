/** Dragging a piece from the hand to the board, with a mouse or a finger. */
import type { Turn } from './turn.svelte'
import type { Figure, TileName } from './view'

const THRESHOLD = 6
/** A finger hides what is under it, so the piece floats above. */
const LIFT = 44

/** Follow a pointer that went down on a piece; the piece is taken up once it moves. */
export function follow(down: PointerEvent, turn: Turn, piece: TileName | Figure): void {
  if (down.button !== 0 || !turn.table.interactive) return
  const lift = down.pointerType === 'touch' ? LIFT : 0
  const ends = new AbortController()
  let taking: Promise<boolean> | null = null

  function move(event: PointerEvent): void {
    if (event.pointerId !== down.pointerId) return
    if (!taking) {
      const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY)
      if (far < THRESHOLD) return
      taking = turn.take(piece)
    }
    event.preventDefault()
    turn.drag = { piece, x: event.clientX, y: event.clientY - lift }
    turn.aim = under(event)
  }

  function under(event: PointerEvent): Turn['aim'] {
    const spot = document.elementFromPoint(event.clientX, event.clientY - lift)
    const decision = spot?.closest('[data-target]')?.getAttribute('data-target')
    return turn.targets.find((target) => target.decision === decision) ?? null
  }

  async function drop(event: PointerEvent): Promise<void> {
    if (event.pointerId !== down.pointerId) return
    ends.abort()
    if (!taking) return
    const taken = await taking
    const target = event.type === 'pointerup' ? under(event) : null
    turn.drag = null
    if (taken && target) await turn.choose(target)
    else if (taken) await turn.putBack()
  }

  const { signal } = ends
  window.addEventListener('pointermove', move, { signal })
  window.addEventListener('pointerup', (event) => void drop(event), { signal })
  window.addEventListener('pointercancel', (event) => void drop(event), { signal })
}
