/** Sun Tzu: what is in hand, what is kept is chosen, and generals for whom it is too late are not offered. */
import { beforeAll, expect, test, vi } from 'vitest'
import { sortChoices } from '../src/games/suntzu/choices'
import type { Desk } from '../src/games/suntzu/desk.svelte'
import { enact } from '../src/games/suntzu/enact'
import { PROVINCES, type SunTzuEntry, type SunTzuTable, type SunTzuView } from '../src/games/suntzu/view'

let makeDesk: (drawn: string[]) => Desk
let deskOf: (table: () => Partial<SunTzuTable>) => Desk
let goOn: (desk: Desk) => { label: string; decides: string | null }
const decided: string[] = []

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('navigator', { languages: ['en'] })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} })
  await (await import('../src/lib/i18n.svelte')).loadArea('suntzu')
  const { Desk } = await import('../src/games/suntzu/desk.svelte')
  deskOf = (table) => new Desk(table as () => SunTzuTable)
  const { buttonsOf } = await import('../src/games/suntzu/buttons')
  makeDesk = (drawn) => {
    const unders = [...new Set(drawn)].map((card, id) => ({ id, text: `under ${card}` }))
    const players = [{ drawn, hand: [], generals: [] }]
    const view = { phase: 'keep', round: 2, provinces: [], players, too_late: ['head start'] }
    const decide = (text: string) => Promise.resolve(decided.push(text) > 0)
    return deskOf(
      () => ({ view, seat: 0, legal: unders, interactive: true, decide }) as unknown as SunTzuTable,
    )
  }
  goOn = (desk) => {
    const main = buttonsOf(desk).find((button) => button.main)!
    decided.length = 0
    if (!main.disabled) main.press()
    return { label: main.label, decides: decided[0] ?? null }
  }
})

test('the card that is chosen is kept, and the other goes under the pile', () => {
  const desk = makeDesk(['7', 'plague'])
  expect(goOn(desk)).toEqual({ label: 'Choose what you keep', decides: null })
  desk.pressDrawn(0)
  desk.pressDrawn(1)
  expect([desk.kept, desk.leaving]).toEqual([[1], 0])
  expect(goOn(desk)).toEqual({ label: 'Keep Plague', decides: 'under 7' })
})

test('of three cards two are kept, alike ones too', () => {
  const desk = makeDesk(['+1', '7', '+1'])
  desk.pressDrawn(2)
  expect([desk.kept, desk.leaving]).toEqual([[2], null])
  desk.pressDrawn(1)
  expect(goOn(desk)).toEqual({ label: 'Keep 7 and +1', decides: 'under +1' })
})

test('a card that was chosen can be put back', () => {
  const desk = makeDesk(['7', '8'])
  desk.pressDrawn(0)
  desk.pressDrawn(0)
  expect([desk.kept, desk.leaving]).toEqual([[], null])
})

test('Head Start is not offered where it does nothing', () => {
  const legal = ['general ruse', 'general head start', 'pass'].map((text, id) => ({ id, text }))
  expect([...sortChoices(legal, ['head start']).generals.keys()]).toEqual(['ruse'])
  expect([...sortChoices(legal, []).generals.keys()]).toEqual(['ruse', 'head start'])
})

test('while battles are shown, orders that were given are no longer in hand', () => {
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {} })
  const provinces = PROVINCES.map((name) => ({ name, laid: [null, null], six_played: [false, false] }))
  const players = [{ hand: ['1', '2', '7', '7'] }, { hand: null }]
  let view = { phase: 'orders', to_act: [0], provinces, players } as unknown as SunTzuView
  const desk = deskOf(() => ({ view, seat: 0, legal: [], interactive: false }))
  desk.draft.open('orders')
  desk.draft.lay('QIN', '7')
  desk.draft.lay('CHU', '2')
  expect(desk.hand).toEqual(['1', '2', '7', '7'])
  for (const entry of [
    { kind: 'ordered', player: 0 },
    { kind: 'opened', province: 'QIN', sun_tzu: '7', shao: '3' },
    { kind: 'opened', province: 'CHU', sun_tzu: '2', shao: '3' },
  ] as SunTzuEntry[]) {
    view = enact(view, entry)
    expect(desk.hand).toEqual(['1', '7'])
  }
})
