/** Which puzzle comes after another. */
import type { PuzzleListed } from '../lib/wire'

/** The next of the same difficulty that is not known yet, then any other; the list goes around. */
export function nextOf(list: PuzzleListed[], name: string, isNew: (name: string) => boolean): string | null {
  const at = list.findIndex((one) => one.name === name)
  const after = [...list.slice(at + 1), ...list.slice(0, Math.max(0, at))]
  const fresh = after.filter((one) => isNew(one.name))
  const alike = (one: PuzzleListed) => one.difficulty === list[at]?.difficulty
  return (fresh.find(alike) ?? fresh[0] ?? after[0])?.name ?? null
}
