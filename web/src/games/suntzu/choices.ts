/** The legal decisions of the moment, sorted by what one would click on to make them. */
import type { Legal } from '../face'
import type { CardName, ProvinceName } from './view'

type Places = Map<ProvinceName, string>

/** What a general of mine can do now. */
export interface Deed {
  /** Without a province. */
  decision: string | null
  places: Places
  /** March: by the province it sets out from. */
  marches: Map<ProvinceName, Places>
}

export interface Choices {
  pass: boolean
  /** Cards that buy a reinforcement, with the decision. */
  discards: Map<CardName, string>
  /** Cards that may go under the pile. */
  unders: Map<CardName, string>
  /** Provinces to fight over, or to take an army from. */
  provinces: Places
  /** Whether an army may come from the pool. */
  pool: string | null
  /** Generals that can act, by the verb of their decisions. */
  deeds: Map<string, Deed>
  /** Generals to choose from. */
  generals: Map<string, string>
}

/** Generals for whom it is too late may be taken by the rules, but nobody is offered them. */
export function sortChoices(legal: Legal[], tooLate: string[] = []): Choices {
  const choices: Choices = {
    pass: false,
    discards: new Map(),
    unders: new Map(),
    provinces: new Map(),
    pool: null,
    deeds: new Map(),
    generals: new Map(),
  }
  for (const { text } of legal) if (!text.includes('=')) sortOne(choices, text)
  for (const general of tooLate) choices.generals.delete(general)
  return choices
}

function sortOne(choices: Choices, text: string) {
  const [, verb = text, what = ''] = /^(\S+) (.+)$/.exec(text) ?? []
  const place = what as ProvinceName
  if (text === 'pass') choices.pass = true
  else if (text === 'from pool') choices.pool = text
  else if (verb === 'reinforce' && what.startsWith('-')) choices.discards.set(what.slice(1) as CardName, text)
  else if (verb === 'under') choices.unders.set(what as CardName, text)
  else if (verb === 'general') choices.generals.set(what, text)
  else if (verb === 'battle' || verb === 'from') choices.provinces.set(place, text)
  else if (verb === 'remove' || verb === 'reinforce') deedOf(choices, verb).places.set(place, text)
  else if (verb === 'march') sortMarch(deedOf(choices, verb), text, what)
  else deedOf(choices, text).decision = text
}

function sortMarch(deed: Deed, text: string, way: string) {
  const [from, to] = way.split('>') as [ProvinceName, ProvinceName]
  if (!deed.marches.has(from)) deed.marches.set(from, new Map())
  deed.marches.get(from)!.set(to, text)
}

function deedOf(choices: Choices, verb: string): Deed {
  const known = choices.deeds.get(verb)
  if (known) return known
  const deed = { decision: null, places: new Map(), marches: new Map() }
  choices.deeds.set(verb, deed)
  return deed
}
