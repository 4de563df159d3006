/** The log as lines of words, made from what happened. */
import { span } from '../lib/clocks'
import type { Entry, Face, Person } from '../games/face'
import { inAdvance } from '../lib/advance'
import { language, t } from '../lib/i18n.svelte'
import type { Happened } from '../lib/wire'
import { levelOf } from './players'

export interface Line {
  /** The number of its event or position, and of its entry there. */
  key: string
  text: string
  /** Colour of whose doing it was, if anybody's. */
  colour: number | null
  entry: Entry | null
}

/** Lines of events, as far as they have been told. */
export function linesOf(events: Happened[], face: Face, people: Person[]): Line[] {
  return events.flatMap((event) => {
    const said = wordsOf(event, face, people)
    const own = { key: `${event.id}`, text: said, colour: colourOf(event.seat, people), entry: null }
    const told = event.entries.map((entry, at) => lineOf(entry, `${event.id}.${at}`, face, people))
    return [...(said ? [own] : []), ...told.filter((line) => line !== null)]
  })
}

/** Lines of a whole game, by position. */
export function linesOfStory(story: Entry[][], face: Face, people: Person[]): Line[] {
  return story.flatMap((entries, number) =>
    entries.flatMap((entry, at) => lineOf(entry, `${number}.${at}`, face, people) ?? []),
  )
}

/** Lines stay the same as long as names and language do; long logs grow entry by entry. */
const known = new WeakMap<Entry, { of: string; line: Line | null }>()

function lineOf(entry: Entry, key: string, face: Face, people: Person[]): Line | null {
  const of = [language(), key, ...people.map(({ name }) => name)].join('\n')
  const kept = known.get(entry)
  if (kept?.of === of) return kept.line
  const text = face.narrate(entry, people)
  const line = text ? { key, text, colour: colourOf(entry.player ?? null, people), entry } : null
  known.set(entry, { of, line })
  return line
}

function colourOf(seat: number | null, people: Person[]): number | null {
  return seat === null ? null : (people[seat]?.colour ?? null)
}

/** What the table itself has to tell of an event, beside the game. */
function wordsOf(event: Happened, face: Face, people: Person[]): string {
  const name = event.seat === null ? '' : (people[event.seat]?.name ?? '')
  if (event.kind === 'undo') return t('shell.log.undo', { name })
  if (event.kind === 'rematch') return t('shell.log.rematch')
  const answer = inAdvance(event)
  if (answer) return t('shell.log.in_advance', { name, answer: face.advance?.(answer) ?? answer })
  if (event.kind !== 'seats' || event.what === 'webhook' || event.what === 'answers') return ''
  if (event.what === 'word') return wordOf(event.name, event.word ?? '')
  const level = levelOf(event.level ?? '')
  const time = event.days ? span(event.days * DAY) : ''
  return t(`shell.log.seat.${NEWS[event.what]}`, { name: event.name || name, by: name, level, time })
}

function wordOf(name: string, word: string): string {
  return word ? t('shell.log.word', { name, word }) : t('shell.log.no_word', { name })
}

const DAY = 24 * 3600
const NEWS = {
  joined: 'joined',
  left: 'left',
  returned: 'returned',
  resigned: 'resigned',
  'bot joined': 'bot_joined',
  'bot left': 'bot_left',
  'bot wanted': 'wanted',
  'bot stands in': 'stand_in',
  'time up': 'time_up',
  'pause wanted': 'pause_wanted',
  paused: 'paused',
  'end of pause wanted': 'pause_end_wanted',
  'pause ended': 'pause_ended',
  nudged: 'nudged',
  'spectators quiet': 'quiet',
  'spectators talk': 'talk',
} as const
