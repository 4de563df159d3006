/** What is heard of what happens, and where nothing is. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sound as samurai } from '../src/games/samurai/sounds'
import { sound as shogun } from '../src/games/shogun/sounds'
import { contacts } from '../src/games/shogun/tower/contacts'
import { POSE, type Course } from '../src/games/shogun/tower/course'
import { sound as suntzu } from '../src/games/suntzu/sounds'
import { knocks } from '../src/lib/sound'

describe('of an entry', () => {
  test.each([
    [samurai, { kind: 'laid' }, { heard: 'glaze' }],
    [samurai, { kind: 'figures swapped' }, { heard: 'wood', count: 2 }],
    [samurai, { kind: 'turn' }, undefined],
    [shogun, { kind: 'moved', armies: 4 }, { heard: 'wood', count: 4 }],
    [shogun, { kind: 'built' }, { heard: 'wood', count: 1 }],
    [shogun, { kind: 'rice taken', rice: 4 }, { heard: 'grain' }],
    [shogun, { kind: 'taxes taken', chests: 5 }, { heard: 'coins' }],
    [shogun, { kind: 'card opened' }, { heard: 'paper' }],
    [shogun, { kind: 'attack', armies: 5 }, { heard: 'battle' }],
    [shogun, { kind: 'battle result' }, { heard: 'result' }],
    [shogun, { kind: 'fell', cubes: [3, 1, 0, 0, 0, 2] }, undefined], // cubes are heard as they land
    [suntzu, { kind: 'opened' }, { heard: 'paper' }],
    [suntzu, { kind: 'driven out', armies: 3 }, { heard: 'wood', count: 3 }],
    [suntzu, { kind: 'won' }, { heard: 'result' }],
  ])('%o %j is heard as %j', (sound, entry, heard) => {
    expect((sound as (entry: unknown) => unknown)(entry)).toEqual(heard)
  })
})

test('there is a knock for each piece, eight at most, one after the other', () => {
  expect(knocks(1)).toEqual([0])
  expect(knocks(3)).toHaveLength(3)
  expect(knocks(30)).toHaveLength(8)
  expect(knocks(8).every((at, n, all) => n === 0 || at > all[n - 1]!)).toBe(true)
})

describe('in the tower', () => {
  /** One cube at these heights, frame by frame. */
  const fall = (...heights: number[]): Course => ({
    parts: [{ colour: 0, out: true, first: 0, last: heights.length, counts: 0 }],
    frames: heights.length,
    poses: Float32Array.from(heights.flatMap((y) => [0, y, 0, ...Array<number>(POSE - 3).fill(0)])),
  })

  test('a cube knocks when its fall is stopped, the harder the faster it fell', () => {
    const slow = fall(1.2, 1.1, 1, 1, 1)
    const fast = fall(2, 1.75, 1.5, 1.5, 1.5)
    expect([1, 3].flatMap((frame) => contacts(slow, frame))).toEqual([])
    const [[soft], [hard]] = [contacts(slow, 2), contacts(fast, 2)]
    expect(soft).toBeGreaterThan(0)
    expect(hard).toBeGreaterThan(soft!)
  })
  test('one that falls freely, rolls or lies still does not', () => {
    expect(contacts(fall(3, 2.9, 2.79, 2.67), 1)).toEqual([])
    expect(contacts(fall(1, 1, 1, 1), 1)).toEqual([])
  })
})

describe('before anybody has chosen', () => {
  beforeEach(() => vi.resetModules())
  async function soundOn(phone: boolean, kept: object = {}): Promise<boolean> {
    vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(kept) })
    vi.stubGlobal('matchMedia', () => ({ matches: phone }))
    return (await import('../src/lib/settings.svelte')).settings.sound
  }

  test('a phone is silent, a desktop is not; a choice is kept', async () => {
    expect(await soundOn(true)).toBe(false)
    vi.resetModules()
    expect(await soundOn(false)).toBe(true)
    vi.resetModules()
    expect(await soundOn(true, { sound: true })).toBe(true)
  })
})
