/** What a seat may decide, with all that each decision leads to: made of the numbers that the server tells. */
import type { Legal } from '../games/face'
import type { Snapshot } from './wire'

type Told = Pick<Snapshot, 'legal' | 'notation'>

export function choicesOf({ legal, notation }: Told): Legal[] {
  const named = (id: number): Legal => ({ id, text: notation[id]! })
  const choices = legal.map(({ id, text }): Legal => ({ id, text }))
  const choice = (id: number) => choices.find((one) => one.id === id) ?? named(id)
  for (const [at, { leads_to, then }] of legal.entries()) {
    if (Array.isArray(leads_to)) {
      if (leads_to.length) choices[at]!.leads_to = leads_to.map(named)
    } else if (leads_to) {
      choices[at]!.leads_to = Object.entries(leads_to).map(([id, ways]) => ({
        ...named(Number(id)),
        leads_to: ways.map(named),
      }))
    }
    if (then?.length) choices[at]!.then = then.map(choice)
  }
  return choices
}
