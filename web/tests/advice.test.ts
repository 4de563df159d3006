/** What somebody would do, told in words and as places on the board. */
import { beforeAll, expect, test, vi } from 'vitest'
import type { Advice } from '../src/games/face'
import type { SamuraiView } from '../src/games/samurai/view'
import type { ShogunView } from '../src/games/shogun/view'
import type { SunTzuView } from '../src/games/suntzu/view'
import samurai from './samurai-game.json'
import shogun from './shogun-game.json'
import suntzu from './suntzu-game.json'

let inSamurai: (decisions: string[], view: SamuraiView) => Advice
let inShogun: (decisions: string[], view: ShogunView, seat: number, beside?: string[]) => Advice
let inSunTzu: (decisions: string[], view: SunTzuView, seat: number, beside?: string[]) => Advice

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('navigator', { languages: ['en'] })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} })
  const { loadArea } = await import('../src/lib/i18n.svelte')
  for (const area of ['samurai', 'shogun', 'suntzu']) await loadArea(area)
  inSamurai = (await import('../src/games/samurai/advice')).advice
  inShogun = (await import('../src/games/shogun/advice')).advice
  inSunTzu = (await import('../src/games/suntzu/advice')).advice
})

const battlefield = suntzu.first as unknown as SunTzuView
const islands = samurai.first as SamuraiView
const realm = shogun.first as unknown as ShogunView

test('orders are told province by province, and lie on the map', () => {
  const { words, places } = inSunTzu(['QIN=6', 'CHU=plague'], battlefield, 0)
  expect(words).toBe('QIN: 6, CHU: Plague')
  expect(inSunTzu(['QIN=6', 'CHU=1'], battlefield, 0, ['QIN=6', 'CHU=plague']).words).toBe('CHU: 1')
  expect(places).toEqual([
    { at: 'QIN', what: '6' },
    { at: 'CHU', what: 'plague' },
  ])
})

test('a general is told with its provinces', () => {
  expect(inSunTzu(['march QIN>CHU'], battlefield, 0)).toEqual({
    words: 'Use March: QIN → CHU',
    places: [{ at: 'CHU', from: 'QIN' }],
  })
  expect(inSunTzu(['pass'], battlefield, 0)).toEqual({ words: 'Pass', places: [] })
  expect(inSunTzu(['reinforce -7'], battlefield, 0).words).toBe('Give up 7 for a reinforcement')
  expect(inSunTzu(['recall'], battlefield, 1).words).toBe('Use Recall Plague')
})

test('tiles are told with their places, and lie there', () => {
  const [town] = islands.settlements
  const { words, places } = inSamurai(['samurai3', 'c14r08', 'ship1', 'c13r07', 'end'], islands)
  expect(words).toMatch(/^samurai 3 .+; ship 1 .+; End turn$/)
  expect(places).toEqual([
    { at: 'c14r08', what: 'samurai3' },
    { at: 'c13r07', what: 'ship1' },
  ])
  expect(inSamurai(['helmet', town!.name], islands).places).toEqual([{ at: town!.hex }])
})

test('plans are told field by field, marches with where they come from', () => {
  const planning = { ...realm, phase: 'planning', players: realm.players.map(emptyPlan) } as ShogunView
  const own = planning.provinces[0]!.name
  const plan = inShogun([own, 'chest', '-'], planning, 0)
  expect(plan.words).toMatch(/^castle: .+, temple: chest card, theatre: no card$/)
  expect(plan.places).toEqual([{ at: own, what: 'castle' }])
  const differs = inShogun([own, 'chest', '-'], planning, 0, [own, '-', '-'])
  expect(differs).toEqual({ words: 'temple: chest card', places: [] })
  const march = { source: 'Shinano', target: null, most: 4, armies: null, attacker_adds: false }
  const marching = { ...realm, phase: 'target', march } as unknown as ShogunView
  expect(inShogun(['>Kozuke', '4'], marching, 0)).toEqual({
    words: 'Shinano → Kozuke, 4 armies',
    places: [{ at: 'Kozuke', from: 'Shinano' }],
  })
})

function emptyPlan(player: ShogunView['players'][number]): ShogunView['players'][number] {
  const plan = Object.fromEntries(Object.keys(player.plan).map((field) => [field, null]))
  return { ...player, plan: plan as unknown as typeof player.plan }
}
