/** The plan of the round before, read from the journal: all of it has been seen by then. */
import type { Field, ShogunEntry } from './view'

export type Former = Partial<Record<Field, string>>

/** What lay on this seat's fields in the round before the present one; nothing in the first. */
export function formerPlan(journal: ShogunEntry[], seat: number): Former {
  const rounds = journal.flatMap((entry, at) => (entry.kind === 'round' ? [at] : []))
  const former: Former = {}
  if (rounds.length < 2) return former
  for (const entry of journal.slice(rounds.at(-2), rounds.at(-1))) {
    if (!('player' in entry) || entry.player !== seat) continue
    if (entry.kind === 'card opened') former[entry.action] = entry.card
    else if (entry.kind === 'bid') former.bid = entry.card
    else if (entry.kind === 'province lost' && entry.field !== 'hand') former[entry.field] = entry.province
  }
  return former
}
