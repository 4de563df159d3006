/** A plan of Shogun: laid field first or card first, filled, made again; its budget and its warnings; its marches. */
import { SvelteMap } from 'svelte/reactivity'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Laid } from '../src/games/shogun/budget'
import type { Orders } from '../src/games/shogun/orders.svelte'
import type { Plan } from '../src/games/shogun/plan.svelte'
import type { Action, Field, ShogunEntry, ShogunTable, ShogunView } from '../src/games/shogun/view'

let modules: {
  budgetOf: (typeof import('../src/games/shogun/budget'))['budgetOf']
  formerPlan: (typeof import('../src/games/shogun/former'))['formerPlan']
  warningsOf: (typeof import('../src/games/shogun/warnings'))['warningsOf']
  Orders: typeof Orders
  Plan: typeof Plan
}
const kept = new Map<string, string>()

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('navigator', { languages: ['en'] })
  vi.stubGlobal('location', { pathname: '/t/table' })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  await (await import('../src/lib/i18n.svelte')).loadArea('shogun')
  modules = {
    ...(await import('../src/games/shogun/budget')),
    ...(await import('../src/games/shogun/former')),
    ...(await import('../src/games/shogun/warnings')),
    ...(await import('../src/games/shogun/orders.svelte')),
    ...(await import('../src/games/shogun/plan.svelte')),
  }
})

const OPEN: Action[] = ['castle', 'deploy5', 'rice', 'battleA', 'theatre']
const NAMES = ['Kai', 'Mino', 'Settsu', 'Aki', 'Izu', 'Hoki'] as const
const sure = (n: number) => ({ least: n, most: n })

/** Red plans with these provinces; taxes bring 3 to 5 and rice 2 everywhere, and nobody doubts. */
function table(changes: Partial<ShogunView> = {}, chests = 9): ShogunView {
  return {
    year: 1,
    season: 'summer',
    actions: [...OPEN, null, null, null, null, null],
    costs: { castle: 3, temple: 2, theatre: 1, deploy5: 3, deploy3: 2, deploy1: 1 },
    players: [{ chests, reserve: 30 }],
    provinces: NAMES.map((name) => ({ name, owner: 0, armies: 3, markers: name === 'Mino' ? 2 : 0 })),
    doubts: [],
    forecast: {
      yields: NAMES.map((province) => ({ province, chests: { least: 3, most: 5 }, rice: sure(2) })),
      deploys: { deploy5: { least: 3, most: 5 }, deploy3: { least: 2, most: 3 }, deploy1: sure(1) },
      rice_needed: 6,
      rice_lost: { least: 1, most: 3 },
      short: [3, 2, 1, 0].map((n) => ({ least: Math.max(0, n - 2), most: n })),
      shortages: [0, 1, 1, 2].map((revolts) => ({ revolts, peasants: revolts })),
    },
    ...changes,
  } as unknown as ShogunView
}

const laid = (cards: Partial<Record<Field, string>>) => cards as Laid
function reckon(view: ShogunView, cards: Partial<Record<Field, string>>) {
  const budget = modules.budgetOf(view, 0, laid(cards))
  const warnings = modules.warningsOf(view, 0, laid(cards), budget)
  return { ...budget, warnings: warnings.map(({ field, text }) => `${field}: ${text}`) }
}

test('chests are spent in the order of the actions, and taxes bring what events allow', () => {
  const known = table({ actions: ['taxes', 'castle', 'theatre', null, null] as ShogunView['actions'] })
  const { bid, spent, taxes, left, after } = reckon(known, {
    castle: 'Kai',
    theatre: 'Izu',
    taxes: 'Settsu',
    bid: 'chest2',
  })
  expect({ bid, spent, taxes, left }).toEqual({
    bid: 2,
    spent: 4,
    taxes: { least: 3, most: 5 },
    left: { least: 6, most: 8 },
  })
  expect(after).toEqual({ taxes: 10, castle: 7, theatre: 6 })
})

test('a building that cannot be built is not counted as spent', () => {
  const doubts = [{ action: 'castle', province: 'Kai', why: 'twice', skipped: true }] as ShogunView['doubts']
  const { spent, left, warnings } = reckon(table({ doubts }, 3), { castle: 'Kai', deploy5: 'Izu' })
  expect([spent, left]).toEqual([3, sure(0)])
  expect(warnings).toEqual(['castle: Kai already has this building.'])
})

test('a revolt is warned of though the card of the taxes lies face down', () => {
  const doubts = [
    { action: 'taxes', province: 'Mino', why: 'revolt', skipped: false },
  ] as ShogunView['doubts']
  const { warnings, taxes } = reckon(table({ doubts }), { taxes: 'Mino' })
  expect(warnings).toEqual(['taxes: Mino will revolt: 2 peasants against 3 armies.'])
  expect(taxes).toEqual({ least: 3, most: 5 })
})

test('of actions that lie face down, taxes are not counted on to come first', () => {
  const { warnings, left } = reckon(table({}, 3), { castle: 'Kai', taxes: 'Settsu', deploy3: 'Aki' })
  expect(warnings).toEqual([
    'deploy3: Aki, deploy 3 armies: its card is still face down.' +
      ' By then you may have only 0 of the 2 chests it costs.',
  ])
  expect(left).toEqual({ least: 3, most: 5 })
})

test('what is too dear by then is not spent', () => {
  const { warnings, spent } = reckon(table({}, 4), { castle: 'Kai', deploy5: 'Aki', theatre: 'Izu' })
  expect(spent).toBe(4)
  expect(warnings).toEqual([
    'deploy5: Aki, deploy 5 armies: this costs 3 chests, and you may have only 1 by then.',
  ])
})

test('deployments that together want more armies than there are', () => {
  const doubts = [
    { action: 'deploy5', province: 'Aki', why: 'reserve', skipped: true },
  ] as ShogunView['doubts']
  const with_ = (reserve: number) => {
    const players = [{ chests: 9, reserve }] as ShogunView['players']
    const view = table({ players, doubts: reserve < 5 ? doubts : [] })
    return reckon(view, { deploy5: 'Aki', deploy3: 'Kai', deploy1: 'Izu' }).warnings
  }
  expect(with_(9)).toEqual([])
  expect(with_(6)).toEqual([
    'deploy3: Kai, deploy 3 armies: after your other deployments you may have only 1 army in reserve.',
  ])
  expect(with_(4)).toEqual(['deploy5: Aki, deploy 5 armies: you have only 4 armies in reserve.'])
})

test('rice that is planned feeds provinces in winter', () => {
  const { short, revolts } = reckon(table(), {})
  expect([short, revolts]).toEqual([{ least: 1, most: 3 }, 2])
  const planned = reckon(table(), { rice: 'Hoki' })
  expect([planned.short, planned.revolts]).toEqual([{ least: 0, most: 1 }, 1])
})

// -- laying cards

let plan: Plan
beforeEach(() => {
  kept.clear()
  plan = new modules.Plan()
  plan.begin(table(), 0)
})

test('a field first, then its card; a card first, then its field', () => {
  plan.touch('castle')
  plan.toggle('Kai')
  plan.toggle('Mino')
  plan.touch('temple')
  expect([plan.laid.castle, plan.laid.temple, plan.taken, plan.aimed]).toEqual(['Kai', 'Mino', null, null])
  plan.touch('rice')
  plan.touch('rice')
  expect(plan.aimed).toBe(null)
  plan.touch('rice')
  plan.touch('castle')
  expect([plan.aimed, plan.taken]).toEqual([null, 'Kai'])
})

test('the rest of the fields get chest cards, and the bid the smallest', () => {
  NAMES.forEach((name, at) =>
    plan.lay(name, (['castle', 'temple', 'rice', 'taxes', 'deploy5', 'battleA'] as const)[at]!),
  )
  plan.fill()
  expect(plan.laid.bid).toBe('chest0')
  expect(Object.values(plan.laid)).not.toContain(null)
})

test('views that arrive take no card from a plan', () => {
  plan.lay('Kai', 'castle')
  plan.toggle('Mino')
  plan.begin(table({}, 4), 0)
  expect([plan.laid.castle, plan.taken]).toEqual(['Kai', 'Mino'])
  const reloaded = new modules.Plan()
  reloaded.begin(table(), 0)
  expect(reloaded.laid.castle).toBe('Kai')
})

test('the plan of the last round again, as far as it is possible', () => {
  const journal = [
    { kind: 'round', year: 1, season: 'spring' },
    { kind: 'bid', player: 0, card: 'chest3', paid: 3 },
    { kind: 'bid', player: 1, card: 'chest0', paid: 0 },
    { kind: 'card opened', player: 0, action: 'castle', card: 'Kai' },
    { kind: 'card opened', player: 1, action: 'castle', card: 'Aki' },
    { kind: 'card opened', player: 0, action: 'rice', card: 'chest' },
    { kind: 'card opened', player: 0, action: 'taxes', card: 'Settsu' },
    { kind: 'province lost', player: 0, province: 'Tosa', field: 'battleB' },
    { kind: 'province lost', player: 0, province: 'Omi', field: 'hand' },
    { kind: 'round', year: 1, season: 'summer' },
  ] as ShogunEntry[]
  expect(modules.formerPlan(journal.slice(0, -1), 0)).toEqual({})
  const former = modules.formerPlan(journal, 0)
  expect(former).toEqual({ bid: 'chest3', castle: 'Kai', rice: 'chest', taxes: 'Settsu', battleB: 'Tosa' })
  plan.repeat(former, (_, card) => card !== 'Tosa' && card !== 'chest')
  const { bid, castle, rice, taxes, battleB } = plan.laid
  expect({ bid, castle, rice, taxes, battleB }).toEqual({ ...former, rice: 'chest4', battleB: null })
})

/** A table at which red is asked where the armies of a province march. */
function asksWhereTo(source: string, targets: string[]): ShogunTable {
  const armies = ['1', '2', '3'].map((text, at) => ({ id: 100 + at, text }))
  const legal = targets.map((name, id) => ({ id, text: `>${name}`, leads_to: armies }))
  const view = { ...table(), phase: 'target', march: { source, target: null } }
  return { view, seat: 0, interactive: true, legal } as unknown as ShogunTable
}

test('where the last march went is not chosen for the next, even if that is asked for at once', () => {
  const now = new SvelteMap([['table', asksWhereTo('Kai', ['Mino', 'Izu'])]])
  const orders = new modules.Orders(() => now.get('table')!)
  orders.choose('Izu')
  expect(orders.goal).toBe('Izu')
  now.set('table', asksWhereTo('Mino', ['Izu', 'Kai']))
  orders.attend()
  expect(orders.goal).toBe(null)
  expect(orders.buttons).toEqual([])
  orders.choose('Kai')
  expect(orders.goal).toBe('Kai')
  orders.choose('Kai')
  expect(orders.goal).toBe(null)
})

test('as many armies march as the server lets, at first all of them', () => {
  const now = new SvelteMap([['table', asksWhereTo('Kai', ['Mino', 'Izu'])]])
  const orders = new modules.Orders(() => now.get('table')!)
  orders.choose('Izu')
  expect([orders.most, orders.armies]).toEqual([3, 3])
  const asked = asksWhereTo('Kai', [])
  const legal = [1, 2].map((armies) => ({ id: armies, text: String(armies) }))
  now.set('table', { ...asked, view: { ...asked.view, phase: 'armies' }, legal })
  orders.attend()
  expect([orders.most, orders.armies]).toEqual([2, 2])
})

test('where a march went is not chosen when the same province marches in another season', () => {
  const now = new SvelteMap([['table', asksWhereTo('Kai', ['Mino', 'Izu'])]])
  const orders = new modules.Orders(() => now.get('table')!)
  orders.choose('Izu')
  now.set('table', { view: table(), seat: 0, interactive: true, legal: [] } as unknown as ShogunTable)
  orders.attend()
  now.set('table', asksWhereTo('Kai', ['Mino']))
  orders.attend()
  expect(orders.goal).toBe(null)
})
