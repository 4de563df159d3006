/** A face for any game that has none of its own: all that its view says, and its decisions in notation. */
import { language, t } from '../lib/i18n.svelte'
import type { Entry, Face, Fact, Person, Table } from '../games/face'
import Board from './Board.svelte'
import { inWords, isRecord, ofPlayer, wordsOf, type PlainView } from './shape'

function asks({ view, seat, people, legal }: Table<PlainView>): string {
  if (!view.to_act.length) return t('plain.over')
  if (seat !== null && legal.length) return t('plain.decide')
  const names = people.filter((person) => view.to_act.includes(person.seat)).map(({ name }) => name)
  return t('plain.waits', { names: new Intl.ListFormat(language()).format(names) })
}

/** The player's numbers, as many as there is room for. */
function facts(view: PlainView, seat: number): Fact[] {
  const numbers = Object.entries(ofPlayer(view, seat)).filter(([, value]) => typeof value === 'number')
  return numbers.slice(0, 3).map(([name, value]) => ({ label: wordsOf(name), value: Number(value) }))
}

/** The kind, then each field with its value; seats are called by their names. */
function narrate(entry: Entry, people: Person[]): string {
  const fields = Object.entries(entry).filter(([name, value]) => name !== 'kind' && value !== null)
  const told = fields.map(([name, value]) => {
    const person = name === 'player' ? people.find(({ seat }) => seat === value) : undefined
    return person ? person.name : `${wordsOf(name)} ${inWords(value)}`
  })
  return told.length ? `${entry.kind}: ${told.join(', ')}` : entry.kind
}

export const face: Face<PlainView> = {
  Board,
  asks,
  facts,
  narrate,
  moment: ({ phase, round }) => [phase, round].filter((part) => part !== undefined).join(' · '),
  stage: () => ({ pace: 350, begins: true }),
  sound: () => ({ heard: 'paper' }),
  clan: (view, seat) => {
    const named = Object.entries(ofPlayer(view, seat)).find(([name]) =>
      ['clan', 'side', 'name'].includes(name),
    )
    return named ? inWords(named[1]) : t('shell.seat', { n: seat + 1 })
  },
  colour: (seat) => seat % 5,
  ending: ({ ending }) =>
    isRecord(ending) || ending === undefined || ending === null ? t('plain.over') : inWords(ending),
}
