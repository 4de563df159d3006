/** What happened is shown one by one, can be skipped, and never comes back after a fresh start. */
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Entry, Face, View } from '../src/games/face'
import type { Showing } from '../src/lib/showing.svelte'

/** A view that is nothing but its words. */
interface Words extends View {
  game: string
}
const words = (game: string): Words => ({ game, viewer: null, to_act: [], winners: [] })
const face = {
  pace: () => 100,
  enact: (view: Words, entry: Entry) => words(view.game + entry.kind),
} as unknown as Face

let make: () => Showing
let showing: Showing
const entries = (...kinds: string[]) => kinds.map((kind) => ({ entry: { kind }, own: false }))

beforeAll(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { hidden: false, documentElement: { dataset: {} } })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} })
  const module = await import('../src/lib/showing.svelte')
  make = () => new module.Showing(face)
})
beforeEach(() => {
  showing = make()
  showing.reset(words('-'))
})

test('entries are shown in turn, then the position of the server', async () => {
  const shown = showing.show(entries('a', 'b'), words('ab!'))
  expect([showing.happening?.kind, showing.view?.game, showing.waiting]).toEqual(['a', '-', 1])
  await vi.advanceTimersByTimeAsync(100)
  expect([showing.happening?.kind, showing.view?.game, showing.waiting]).toEqual(['b', '-a', 0])
  await vi.advanceTimersByTimeAsync(100)
  await shown
  expect([showing.happening, showing.view?.game, showing.active]).toEqual([null, 'ab!', false])
})

test('what is skipped is on the board at once', async () => {
  const shown = showing.show(entries('a', 'b', 'c'), words('abc!'))
  void showing.show(entries('d'), words('d!'))
  showing.skip()
  await shown
  await vi.advanceTimersByTimeAsync(0)
  expect([showing.view?.game, showing.active, showing.waiting]).toEqual(['d!', false, 0])
})

test('after a fresh start nothing of before appears', async () => {
  const dropped = showing.show(entries('a', 'b'), words('ab!'))
  showing.reset(words('new'))
  await dropped
  await vi.advanceTimersByTimeAsync(500)
  expect([showing.view?.game, showing.happening, showing.active, showing.waiting]).toEqual([
    'new',
    null,
    false,
    0,
  ])
  const shown = showing.show(entries('c'), words('c!'))
  expect(showing.happening?.kind).toBe('c')
  await vi.advanceTimersByTimeAsync(100)
  await shown
  expect(showing.view?.game).toBe('c!')
})
