/** Answers in advance: one of each kind, told to whom they belong, and offered beside Sun Tzu's questions. */
import { beforeAll, expect, test, vi } from 'vitest'
import type { Advance, Button, Face } from '../src/games/face'
import type { SunTzuTable } from '../src/games/suntzu/view'
import { inAdvance, withAnswer } from '../src/lib/advance'
import type { Happened } from '../src/lib/wire'

const of = (kind: string, name: string, on = false): Advance => ({ name, kind, on, about: name })
const event = (more: object) =>
  ({ id: 1, seat: 0, kind: 'move', time: 0, entries: [], ...more }) as unknown as Happened

let buttons: (table: Partial<SunTzuTable>) => Button[]
let words: (name: string) => string
let lines: typeof import('../src/shell/lines').linesOf

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('navigator', { languages: ['en'] })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} })
  const { loadArea } = await import('../src/lib/i18n.svelte')
  await Promise.all([loadArea('suntzu'), loadArea('shell')])
  const { Desk } = await import('../src/games/suntzu/desk.svelte')
  const { buttonsOf } = await import('../src/games/suntzu/buttons')
  buttons = (table) => buttonsOf(new Desk(() => table as SunTzuTable))
  words = (await import('../src/games/suntzu/words')).advance
  lines = (await import('../src/shell/lines')).linesOf
})

test('another of the same kind takes the place of what is on', () => {
  const all = [of('pass', 'round', true), of('pass', 'game'), of('reveal', 'decline', true)]
  expect(withAnswer(all, 'game', true)).toEqual(['decline', 'game'])
  expect(withAnswer(all, 'round', false)).toEqual(['decline'])
  expect(withAnswer(all, 'decline', true)).toEqual(['round', 'decline'])
})

test('the log tells what was decided in advance, and by which answer', () => {
  const face = { advance: words, narrate: () => null } as unknown as Face
  const people = [{ seat: 0, name: 'Ann', colour: 2 }] as never
  const told = lines([event({ answer: 'battle WU' }), event({}), event({ answer: null })], face, people)
  expect(told.map(({ text, colour }) => [text, colour])).toEqual([
    ['Ann, in advance: Pass until the battle for WU.', 2],
  ])
  expect(inAdvance(event({ answer: 'round' }))).toBe('round')
  expect(inAdvance(event({ kind: 'seats', what: 'answers' }))).toBeNull()
  expect(lines([event({ kind: 'seats', what: 'answers' })], face, people)).toEqual([])
})

test('before a battle one can pass for the round or say more; where something is on, neither', () => {
  const given: [string, boolean][] = []
  const table = (advance: Advance[], asked = true) => ({
    view: { phase: 'window before battle', round: 2, provinces: [], players: [{ drawn: [], hand: [] }] },
    seat: 0,
    interactive: true,
    legal: asked ? ['pass', 'reinforce -7'].map((text, id) => ({ id, text })) : [],
    advance,
    answerAhead: (name: string, on: boolean) => Promise.resolve(given.push([name, on]) > 0),
    offerAhead: () => {},
  })
  const labels = (advance: Advance[], asked = true) =>
    buttons(table(advance, asked) as never).map(({ label }) => label)
  const offered = [of('pass', 'round'), of('pass', 'game')]
  expect(labels(offered)).toEqual(['Pass until the round ends', 'In advance…', 'Pass'])
  expect(labels(offered, false)).toEqual(['In advance…'])
  expect(labels([of('pass', 'round', true)])).toEqual(['Pass'])
  expect(labels([])).toEqual(['Pass'])
  buttons(table(offered) as never)[0]!.press()
  expect(given).toEqual([['round', true]])
})
