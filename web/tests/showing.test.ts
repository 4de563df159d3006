/** One clock: what happened is shown and told one by one, can be skipped, and results are seen. */
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Entry, Face, Staging, View } from '../src/games/face'
import type { Settings } from '../src/lib/settings.svelte'
import type { Showing } from '../src/lib/showing.svelte'

/** A view that is nothing but its words. */
interface Words extends View {
  game: string
}
const words = (game: string): Words => ({ game, viewer: null, to_act: [], winners: [] })
/** Entries are letters: a capital begins something, 'r' and 'R' are results of seat 0. */
const staged: Record<string, Partial<Staging>> = {
  quiet: { pace: 0 },
  r: { battle: true, result: [0] },
  falls: { battle: true, suspense: true },
  turned: { atOnce: true },
}
const face = {
  stage: ({ kind }: Entry) => ({ pace: 100, begins: /^[A-Z]/.test(kind), ...staged[kind] }),
  enact: (view: Words, entry: Entry) => words(view.game + entry.kind[0]),
} as unknown as Face

let make: (own: boolean) => Showing
let settings: Settings
let showing: Showing
let told: string
const beats = (...kinds: string[]) =>
  kinds.map((kind) => ({ entry: { kind }, tell: () => (told += kind[0]) }))
const now = () => [showing.happening?.kind, showing.view?.game, told]

beforeAll(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { hidden: false, documentElement: { dataset: {} } })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} })
  const module = await import('../src/lib/showing.svelte')
  settings = (await import('../src/lib/settings.svelte')).settings
  make = (own) => new module.Showing(face, (seats) => own && seats.includes(0))
})
beforeEach(() => {
  Object.assign(settings, { speed: 'normal', battles: 'normal', hold: 'own' })
  told = ''
  showing = make(false)
  showing.reset(words('-'))
})
afterEach(() => showing.reset(null))

test('entries are shown and told in turn, then the position of the server', async () => {
  const shown = showing.show(beats('a', 'quiet', 'b'), words('aqb!'))
  expect(now()).toEqual(['a', '-', 'a'])
  await vi.advanceTimersByTimeAsync(100)
  expect(now()).toEqual(['b', '-aq', 'aqb'])
  await vi.advanceTimersByTimeAsync(100)
  await shown
  expect([...now(), showing.active]).toEqual([undefined, 'aqb!', 'aqb', false])
})

test('what would be spoilt by its words is told when it has been seen', async () => {
  void showing.show(beats('falls', 'turned'), words('!'))
  expect(now()).toEqual(['falls', '-', ''])
  await vi.advanceTimersByTimeAsync(100)
  expect(now()).toEqual(['turned', '-ft', 'ft'])
})

test('skipping goes on to the next thing, and no result is swallowed', async () => {
  void showing.show(beats('Attack', 'falls', 'r', 'x', 'Battle', 'falls', 'r'), words('!'))
  showing.skip()
  await vi.advanceTimersByTimeAsync(0)
  expect([now()[0], showing.pace]).toEqual(['r', 0])
  showing.skip()
  await vi.advanceTimersByTimeAsync(0)
  expect(now()).toEqual(['Battle', '-Afrx', 'AfrxB'])
  await vi.advanceTimersByTimeAsync(100)
  expect(now()[0]).toBe('falls')
})

test('a result that concerns me stays until it was seen', async () => {
  showing = make(true)
  showing.reset(words('-'))
  void showing.show(beats('r', 'x'), words('!'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect([now()[0], showing.held, showing.active]).toEqual(['r', true, true])
  showing.skip()
  await vi.advanceTimersByTimeAsync(0)
  expect([...now(), showing.held]).toEqual(['x', '-r', 'rx', false])
})

test('battles and routine have speeds of their own; without motion results are still seen', async () => {
  Object.assign(settings, { speed: 'off', battles: 'off' })
  void showing.show(beats('a', 'falls', 'r'), words('!'))
  expect([...now(), showing.pace]).toEqual(['r', '-af', 'afr', 0])
  await vi.advanceTimersByTimeAsync(1000)
  expect([now()[1], showing.active]).toEqual(['!', false])
  settings.battles = 'normal'
  void showing.show(beats('a', 'falls', 'r'), words('?'))
  expect([now()[0], showing.pace]).toEqual(['falls', 100])
  showing.reset(words('-'))
  Object.assign(settings, { speed: 'normal', battles: 'none', hold: 'always' })
  void showing.show(beats('falls', 'r', 'a'), words('?'))
  expect(now()[0]).toBe('a')
})

test('after a fresh start nothing of before appears', async () => {
  const dropped = showing.show(beats('a', 'b'), words('ab!'))
  showing.reset(words('new'))
  await dropped
  await vi.advanceTimersByTimeAsync(500)
  expect([...now(), showing.active]).toEqual([undefined, 'new', 'a', false])
  const shown = showing.show(beats('c'), words('c!'))
  expect(now()[0]).toBe('c')
  await vi.advanceTimersByTimeAsync(100)
  await shown
  expect(showing.view?.game).toBe('c!')
})

test('a battle can be slowed down while it is on, and taken up again', async () => {
  void showing.show(beats('falls', 'a'), words('!'))
  await vi.advanceTimersByTimeAsync(60)
  showing.slowDown(true) // 40 are left
  await vi.advanceTimersByTimeAsync(110)
  expect(showing.happening?.kind).toBe('falls')
  showing.slowDown(false) // 10 of 120 are left
  await vi.advanceTimersByTimeAsync(4)
  expect(showing.happening?.kind).toBe('a')
  showing.slowDown(true) // battles only
  await vi.advanceTimersByTimeAsync(100)
  expect(showing.active).toBe(false)
})

test('a battle that begins late is shown to its end; what waits for it is known early', async () => {
  const seen: string[] = []
  Object.assign(face, { foresee: (entries: Entry[]) => seen.push(...entries.map(({ kind }) => kind)) })
  void showing.show(beats('falls', 'a'), words('!'))
  expect(seen).toEqual(['falls', 'a'])
  await vi.advanceTimersByTimeAsync(80)
  showing.delay(80)
  await vi.advanceTimersByTimeAsync(90)
  expect(showing.happening?.kind).toBe('falls')
  await vi.advanceTimersByTimeAsync(11)
  expect(showing.happening?.kind).toBe('a')
  showing.delay(80) // battles only
  await vi.advanceTimersByTimeAsync(100)
  expect(showing.active).toBe(false)
  settings.battles = 'off'
  void showing.show(beats('falls'), words('!'))
  expect(seen).toEqual(['falls', 'a'])
})

test('who wants to look longer stays, and goes on when ready', async () => {
  void showing.show(beats('falls', 'B'), words('!'))
  await vi.advanceTimersByTimeAsync(60)
  showing.stay()
  await vi.advanceTimersByTimeAsync(5000)
  expect([showing.happening?.kind, showing.held]).toEqual(['falls', true])
  showing.skip()
  await vi.advanceTimersByTimeAsync(10)
  expect([showing.happening?.kind, showing.held]).toEqual(['B', false])
})
