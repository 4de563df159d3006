/** The log as lines of words, made from what happened. */
import type { Entry, Face, Person } from '../games/face'
import { t } from '../lib/i18n.svelte'
import type { Happened, Position } from '../lib/wire'
import { levelOf } from './players'

export interface Line {
  key: string
  text: string
  /** Colour of whose doing it was, if anybody's. */
  colour: number | null
  entry: Entry | null
  /** Of the present position of a replay. */
  fresh?: boolean
}

/** Lines of events; the last `untold` entries are still to be shown on the board. */
export function linesOf(events: Happened[], face: Face, people: Person[], untold = 0): Line[] {
  let left = events.reduce((sum, event) => sum + event.entries.length, 0) - untold
  const lines: Line[] = []
  for (const event of events) {
    const said = wordsOf(event, people)
    if (said)
      lines.push({ key: `${event.id}`, text: said, colour: colourOf(event.seat, people), entry: null })
    for (const [at, entry] of event.entries.entries()) {
      left -= 1
      if (left < 0) return lines
      const line = lineOf(entry, `${event.id}.${at}`, face, people)
      if (line) lines.push(line)
    }
  }
  return lines
}

/** Lines of positions of a replay, up to the present one. */
export function linesOfPositions(positions: Position[], face: Face, people: Person[]): Line[] {
  const present = positions.at(-1)?.number
  return positions.flatMap(({ number, entries }) =>
    entries.flatMap((entry, at) => {
      const line = lineOf(entry, `${number}.${at}`, face, people)
      return line ? [{ ...line, fresh: number === present }] : []
    }),
  )
}

function lineOf(entry: Entry, key: string, face: Face, people: Person[]): Line | null {
  const text = face.narrate(entry, people)
  return text ? { key, text, colour: colourOf(entry.player ?? null, people), entry } : null
}

function colourOf(seat: number | null, people: Person[]): number | null {
  return seat === null ? null : (people[seat]?.colour ?? null)
}

/** What the table itself has to tell of an event, beside the game. */
function wordsOf(event: Happened, people: Person[]): string {
  const name = event.seat === null ? '' : (people[event.seat]?.name ?? '')
  if (event.kind === 'undo') return t('shell.log.undo', { name })
  if (event.kind === 'rematch') return t('shell.log.rematch')
  if (event.kind !== 'seats' || event.what === 'webhook') return ''
  const level = levelOf(event.level ?? '')
  return t(`shell.log.seat.${NEWS[event.what]}`, { name: event.name || name, by: name, level })
}

const NEWS = {
  joined: 'joined',
  left: 'left',
  returned: 'returned',
  resigned: 'resigned',
  'bot joined': 'bot_joined',
  'bot left': 'bot_left',
  'bot wanted': 'wanted',
  'bot stands in': 'stand_in',
  nudged: 'nudged',
  'spectators quiet': 'quiet',
  'spectators talk': 'talk',
} as const
