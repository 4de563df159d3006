/** Journal entries in words. */
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
