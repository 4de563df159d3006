import type { Button, Controls } from '../games/face'

/** Where a board puts its buttons and its sentence of the moment. */
export class Desk implements Controls {
  buttons: Button[] = $state.raw([])
  sentence: string | null = $state(null)
  hint: string | null = $state(null)
  undo: (() => void) | null = $state.raw(null)
}
