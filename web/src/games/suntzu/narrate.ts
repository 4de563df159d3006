/** Journal entries in words, and how long each is shown. */
import { t } from '../../lib/i18n.svelte'
import { told, type Person } from '../face'
import type { ProvinceName, SunTzuEntry } from './view'
import { cardName, provinceWords } from './words'

/** Kinds that tell nothing worth a line, or not to this viewer. */
const SILENT = new Set<SunTzuEntry['kind']>(['displays', 'over'])
/** Kinds whose line needs what only their player knows. */
const SECRET = new Set<SunTzuEntry['kind']>(['dealt', 'drawn', 'put under'])

export function narrate(entry: SunTzuEntry, people: Person[]): string | null {
  const [card, cards, general, event] = [
    told(entry, 'card'),
    told(entry, 'cards'),
    told(entry, 'general'),
    told(entry, 'event'),
  ]
  if (SILENT.has(entry.kind) || (SECRET.has(entry.kind) && !card && !cards?.length)) return null
  const player = told(entry, 'player')
  const nameOf = (seat: number) => people.find((person) => person.seat === seat)?.name ?? ''
  return t(`suntzu.told.${entry.kind}`, {
    sun_tzu: nameOf(0),
    shao: nameOf(1),
    name: player === undefined ? '' : nameOf(player),
    province: placeName(told(entry, 'province')),
    source: placeName(told(entry, 'source')),
    n: told(entry, 'armies') ?? (entry.kind === 'won' ? entry.by : (told(entry, 'round') ?? 0)),
    card: card ? cardName(card) : '',
    cards: (cards ?? []).map(cardName).join(', '),
    general: general ? t(`suntzu.general.${general}`) : 'unknown',
    event: event ? t(`suntzu.event.${event}`) : '',
    ...numbers(entry),
  })
}

/** A province in the reader's words; the pool is told apart by the sentences themselves. */
function placeName(place: ProvinceName | 'pool' | undefined): string {
  return place === undefined || place === 'pool' ? (place ?? '') : provinceWords(place)
}

/** Both sides' cards or points. */
function numbers(entry: SunTzuEntry): Record<string, string | number> {
  if (entry.kind === 'opened') return { one: cardName(entry.sun_tzu), other: cardName(entry.shao) }
  if (entry.kind === 'points') return { one: entry.sun_tzu, other: entry.shao }
  return {}
}

const PACES: Partial<Record<SunTzuEntry['kind'], number>> = {
  'event opened': 900,
  'head start': 900,
  round: 900,
  reinforced: 800,
  'general used': 1200,
  marched: 800,
  removed: 800,
  stationed: 800,
  'order of battles': 900,
  'battle named': 700,
  opened: 1400,
  recalled: 900,
  'pile top': 900,
  plague: 1200,
  tie: 1100,
  won: 1200,
  'driven out': 800,
  placed: 800,
  fetched: 700,
  marker: 700,
  paid: 700,
  'event met': 1400,
  tribute: 700,
  chariot: 700,
  'point gained': 900,
  points: 1800,
}
/** What the player's own hand has just done. */
const DONE = new Set<SunTzuEntry['kind']>(['reinforced', 'battle named', 'marched', 'removed', 'stationed'])

export function pace(entry: SunTzuEntry, own: boolean): number {
  return own && DONE.has(entry.kind) ? 0 : (PACES[entry.kind] ?? 0)
}
