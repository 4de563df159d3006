/** What winter brought each player, gathered from its journal entries. */
import type { OfKind } from '../face'
import type { ShogunEntry, ShogunView } from './view'

const WINTERS = [
  'rice lost',
  'rice short',
  'revolts drawn',
  'points for land',
  'points for most',
  'points',
] as const
export type WintersEntry = OfKind<ShogunEntry, (typeof WINTERS)[number]>

export function isWinters(entry: ShogunEntry): entry is WintersEntry {
  return WINTERS.some((kind) => kind === entry.kind)
}

/** The entries of a year's winter within a whole journal. */
export function winterOf(journal: ShogunEntry[], year: number): WintersEntry[] {
  const autumn = journal.findLastIndex((entry) => entry.kind === 'round' && entry.year === year)
  const after = journal.slice(autumn + 1)
  const next = after.findIndex((entry) => entry.kind === 'round')
  return after.slice(0, next < 0 ? undefined : next).filter(isWinters)
}

/** What is not told yet is not known. */
export interface Account {
  lost: number | null
  short: number | null
  revolts: string[]
  provinces: number | null
  buildings: number | null
  most: { region: string; building: string; points: number }[]
  total: number | null
}

export function accounts(entries: WintersEntry[], players: number): Account[] {
  const found = Array.from({ length: players }, (): Account => ({
    lost: null,
    short: null,
    revolts: [],
    provinces: null,
    buildings: null,
    most: [],
    total: null,
  }))
  for (const entry of entries) {
    const one = found[entry.player]
    if (!one) continue
    if (entry.kind === 'rice lost') one.lost = entry.rice
    else if (entry.kind === 'rice short') one.short = entry.short
    else if (entry.kind === 'revolts drawn') one.revolts = entry.provinces
    else if (entry.kind === 'points') one.total = entry.points
    else if (entry.kind === 'points for land')
      // Points come when everybody has been fed: who was not short is known to have had enough.
      Object.assign(one, { provinces: entry.provinces, buildings: entry.buildings, short: one.short ?? 0 })
    else if (entry.kind === 'points for most') {
      one.most.push({ region: entry.region, building: entry.building, points: entry.points })
    }
  }
  return found
}

/** What points are counted for: the provinces, and the pieces of each player there. */
export interface Counted {
  provinces: string[]
  /** By seat. */
  pieces: number[]
}

/** Buildings of one kind in a region, or all land of a player; null for what is not counted so. */
export function countedFor(entry: ShogunEntry, view: ShogunView): Counted | null {
  if (entry.kind === 'points for land') {
    const own = view.provinces.filter(({ owner }) => owner === entry.player)
    return { provinces: own.map(({ name }) => name), pieces: [] }
  }
  if (entry.kind !== 'points for most') return null
  const built = view.provinces.filter(
    ({ region, buildings }) => region === entry.region && buildings.includes(entry.building),
  )
  const pieces = view.players.map((_, seat) => built.filter(({ owner }) => owner === seat).length)
  return { provinces: built.map(({ name }) => name), pieces }
}
