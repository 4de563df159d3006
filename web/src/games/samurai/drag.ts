/** A piece on its way from the hand to the board. */
import { follow as followPointer } from '../../pieces/drag'
import type { Target } from './targets'
import type { Turn } from './turn.svelte'
import type { Figure, TileName } from './view'

/** The piece is taken up once the pointer moves; let go over no target, it goes back. */
export function follow(down: PointerEvent, turn: Turn, piece: TileName | Figure): void {
  if (!turn.table.interactive) return
  let taking: Promise<boolean> | null = null
  const targetAt = (element: Element | null): Target | null => {
    const decision = element?.closest('[data-target]')?.getAttribute('data-target')
    return turn.targets.find((target) => target.decision === decision) ?? null
  }
  const drag = {
    move(x: number, y: number, over: Element | null) {
      taking ??= turn.take(piece)
      turn.drag = { piece, x, y }
      turn.aim = targetAt(over)
    },
    async drop(onto: Element | null) {
      const taken = await taking
      turn.drag = null
      const target = targetAt(onto)
      if (taken && target) await turn.choose(target)
      else if (taken) await turn.putBack()
    },
  }
  followPointer(down, drag, true)
}
