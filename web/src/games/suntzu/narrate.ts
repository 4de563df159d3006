/** Journal entries in words, and how long each is shown. */
import { t } from '../../lib/i18n.svelte'
import type { Entry, Person } from '../face'
import { cardName } from './words'

/** Kinds that tell nothing worth a line, or not to this viewer. */
const SILENT = new Set(['displays', 'over'])
/** Kinds whose line needs what only their player knows. */
const SECRET = { dealt: 'cards', drawn: 'cards', 'put under': 'card' } as Record<string, string>

export function narrate(entry: Entry, people: Person[]): string | null {
  const secret = SECRET[entry.kind]
  if (SILENT.has(entry.kind) || (secret && !entry[secret]?.length)) return null
  const nameOf = (seat: number) => people.find((person) => person.seat === seat)?.name ?? ''
  return t(`suntzu.told.${entry.kind}`, {
    sun_tzu: nameOf(0),
    shao: nameOf(1),
    name: typeof entry.player === 'number' ? nameOf(entry.player) : '',
    province: entry.province ?? '',
    source: entry.source ?? '',
    n: entry.armies ?? entry.by ?? entry.round ?? 0,
    card: entry.card ? cardName(entry.card) : '',
    cards: (entry.cards ?? []).map(cardName).join(', '),
    general: entry.general ? t(`suntzu.general.${entry.general}`) : 'unknown',
    event: entry.event ? t(`suntzu.event.${entry.event}`) : '',
    ...numbers(entry),
  })
}

/** Both sides' cards or points. */
function numbers(entry: Entry): Record<string, string | number> {
  if (entry.kind === 'opened') return { one: cardName(entry.sun_tzu), other: cardName(entry.shao) }
  if (entry.kind === 'points') return { one: entry.sun_tzu, other: entry.shao }
  return {}
}

const PACES: Record<string, number> = {
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
const DONE = new Set(['reinforced', 'battle named', 'marched', 'removed', 'stationed'])

export function pace(entry: Entry, own: boolean): number {
  return own && DONE.has(entry.kind) ? 0 : (PACES[entry.kind] ?? 0)
}
