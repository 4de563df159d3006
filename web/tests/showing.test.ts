/** What happened is shown one by one, can be skipped, and never comes back after a fresh start. */
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Entry, Face } from '../src/games/face'
import type { Showing } from '../src/lib/showing.svelte'

const face = {
  pace: (entry: Entry) => entry.ms as number,
  enact: (view: string, entry: Entry) => view + entry.kind,
} as unknown as Face

let make: () => Showing
let showing: Showing
const entries = (...kinds: string[]) => kinds.map((kind) => ({ entry: { kind, ms: 100 }, own: false }))

beforeAll(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { hidden: false, documentElement: { dataset: {} } })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} })
  const module = await import('../src/lib/showing.svelte')
  make = () => new module.Showing(face)
})
beforeEach(() => {
  showing = make()
  showing.reset('-')
})

test('entries are shown in turn, then the position of the server', async () => {
  const shown = showing.show(entries('a', 'b'), 'ab!')
  expect([showing.happening?.kind, showing.view, showing.waiting]).toEqual(['a', '-', 1])
  await vi.advanceTimersByTimeAsync(100)
  expect([showing.happening?.kind, showing.view, showing.waiting]).toEqual(['b', '-a', 0])
  await vi.advanceTimersByTimeAsync(100)
  await shown
  expect([showing.happening, showing.view, showing.active]).toEqual([null, 'ab!', false])
})

test('what is skipped is on the board at once', async () => {
  const shown = showing.show(entries('a', 'b', 'c'), 'abc!')
  void showing.show(entries('d'), 'd!')
  showing.skip()
  await shown
  await vi.advanceTimersByTimeAsync(0)
  expect([showing.view, showing.active, showing.waiting]).toEqual(['d!', false, 0])
})

test('after a fresh start nothing of before appears', async () => {
  const dropped = showing.show(entries('a', 'b'), 'ab!')
  showing.reset('new')
  await dropped
  await vi.advanceTimersByTimeAsync(500)
  expect([showing.view, showing.happening, showing.active, showing.waiting]).toEqual(['new', null, false, 0])
  const shown = showing.show(entries('c'), 'c!')
  expect(showing.happening?.kind).toBe('c')
  await vi.advanceTimersByTimeAsync(100)
  await shown
  expect(showing.view).toBe('c!')
})
