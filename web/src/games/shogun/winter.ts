/** What winter brought each player, gathered from its journal entries. */
import type { OfKind } from '../face'
import type { ShogunEntry } from './view'

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

export interface Account {
  lost: number
  short: number
  revolts: string[]
  provinces: number
  buildings: number
  most: { region: string; building: string; points: number }[]
  total: number | null
}

export function accounts(entries: WintersEntry[], players: number): Account[] {
  const found = Array.from({ length: players }, (): Account => ({
    lost: 0,
    short: 0,
    revolts: [],
    provinces: 0,
    buildings: 0,
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
      Object.assign(one, { provinces: entry.provinces, buildings: entry.buildings })
    else if (entry.kind === 'points for most') {
      one.most.push({ region: entry.region, building: entry.building, points: entry.points })
    }
  }
  return found
}
