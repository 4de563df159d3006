/** Which puzzles were solved in this browser: kept here and nowhere else. */

import { t } from '../lib/i18n.svelte'

const KEPT = 'tenka.puzzles'

/** Of each puzzle that was tried, whether the first try solved it. */
type Results = Record<string, boolean>

function kept(): Results {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '{}')
    return typeof found === 'object' && found !== null ? (found as Results) : {}
  } catch {
    return {}
  }
}

const results = $state({ of: kept() })

/** Whether a puzzle was solved at the first try; undefined where there was none. */
export function resultOf(name: string): boolean | undefined {
  return results.of[name]
}

/** The same in words. */
export function stateOf(name: string): string {
  const result = resultOf(name)
  return t(`puzzles.state.${result === undefined ? 'new' : result ? 'solved' : 'missed'}`)
}

/** Remember what came of a try; the first one counts. */
export function keepResult(name: string, right: boolean): void {
  if (results.of[name] !== undefined) return
  results.of = { ...results.of, [name]: right }
  localStorage.setItem(KEPT, JSON.stringify(results.of))
}
