/** Parts of a table that are not there at first: they come while nothing else is to be done, or when wanted. */
import { whenIdle } from '../lib/idle'

export const later = {
  answers: () => import('./AnswersSheet.svelte'),
  judge: () => import('./StudyJudge.svelte'),
  menu: () => import('./TableMenu.svelte'),
  summary: () => import('./EndSummary.svelte'),
  tree: () => import('./StudyTree.svelte'),
}

/** Have all of them while the server is there and of the same edition. */
export function bringLater(): () => void {
  return whenIdle(() => Object.values(later).forEach((load) => void load().catch(() => {})))
}
