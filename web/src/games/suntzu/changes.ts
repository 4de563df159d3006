/** Where entries happened, and what they changed on the map. */
import { applyTo, told, type ByKind } from '../face'
import { PROVINCES, type ProvinceName, type SunTzuEntry } from './view'

/** The provinces that an entry is about; points are counted in all. */
export function placesOf(entry: SunTzuEntry): ProvinceName[] {
  if (entry.kind === 'points') return [...PROVINCES]
  const places = [told(entry, 'source'), told(entry, 'province')]
  return PROVINCES.filter((name) => places.includes(name))
}

/** Armies that came to a province or left it, by seat. */
export type Change = [number, number]
type Put = (place: ProvinceName | 'pool', seat: number, armies: number) => void

const MOVES: ByKind<SunTzuEntry, [Put], void> = {
  placed: (e, put) => put(e.province, e.player, e.armies),
  'driven out': (e, put) => put(e.province, e.player, -e.armies),
  plague: (e, put) => put(e.province, e.player, -e.armies),
  fetched: (e, put) => {
    put(e.source, e.player, -1)
    put(e.province, e.player, 1)
  },
  marker: (e, put) => put(e.source, e.player, -1),
  paid: (e, put) => put(e.source, e.player, -1),
  tribute: (e, put) => put(e.source, e.player, -1),
  marched: (e, put) => {
    put(e.source, 0, -1)
    put(e.province, 0, 1)
  },
  removed: (e, put) => put(e.province, 0, -1),
  stationed: (e, put) => put(e.province, 0, 1),
}

/** What entries changed in each province, where they changed anything. */
export function changesOf(entries: SunTzuEntry[]): Map<ProvinceName, Change> {
  const changes = new Map<ProvinceName, Change>(PROVINCES.map((name) => [name, [0, 0]]))
  const put: Put = (place, seat, armies) => {
    if (place !== 'pool') changes.get(place)![seat]! += armies
  }
  for (const entry of entries) applyTo(MOVES, entry, put)
  for (const [name, change] of changes) if (!change.some(Boolean)) changes.delete(name)
  return changes
}
