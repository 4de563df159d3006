/** Sun Tzu's board follows the journal, and its arithmetic is the rules'. */
import { expect, test } from 'vitest'
import { changesOf } from '../src/games/suntzu/changes'
import { sortChoices } from '../src/games/suntzu/choices'
import { enact } from '../src/games/suntzu/enact'
import { sharesOf } from '../src/games/suntzu/scoring'
import { outcome, plagued, storyAround, tell, type Story } from '../src/games/suntzu/story'
import type { SunTzuEntry, SunTzuView } from '../src/games/suntzu/view'
import game from './suntzu-game.json'

const first = game.first as unknown as SunTzuView
const last = game.last as unknown as SunTzuView
const entries = game.entries as SunTzuEntry[]

test('entries lead to the position that the server tells', () => {
  const end = entries.reduce(enact, first)
  const map = (view: SunTzuView) =>
    view.provinces.map(({ name, armies, markers, points }) => ({ name, armies, markers, points }))
  const camps = (view: SunTzuView) =>
    view.players.map(({ pool, reinforcements, generals_used }) => ({
      pool,
      reinforcements,
      generals_used: generals_used.toSorted(),
    }))
  expect(map(end)).toEqual(map(last))
  expect(camps(end)).toEqual(camps(last))
  expect([end.round, end.track, end.events_met]).toEqual([last.round, last.track, last.events_met])
  expect(end.players.map(({ points }) => points)).toEqual(last.players.map(({ points }) => points))
})

test('what changed on the map is the difference between two positions', () => {
  const middle = entries.findIndex((entry) => entry.kind === 'round' && entry.round === 5)
  const before = entries.slice(0, middle).reduce(enact, first)
  const changes = changesOf(entries.slice(middle))
  const changed = last.provinces.map(({ name, armies }, at) => {
    const [one, other] = changes.get(name) ?? [0, 0]
    const was = before.provinces[at]!.armies
    return [was[0]! + one, was[1]! + other].join() === armies.join()
  })
  expect(changes.size).toBeGreaterThan(1)
  expect(changed).toEqual([true, true, true, true, true])
})

test('points come from the provinces that a side holds', () => {
  let counted = 0
  entries.reduce((view, entry) => {
    if (entry.kind === 'points') {
      counted += 1
      const of = (seat: number) =>
        sharesOf(view).reduce((sum, { worth, holder }) => sum + (holder === seat ? worth : 0), 0)
      expect([of(0), of(1)]).toEqual([entry.sun_tzu, entry.shao])
    }
    return enact(view, entry)
  }, first)
  expect(counted).toBeGreaterThan(0)
})

test('what the cards count makes the difference by which battles were won', () => {
  for (const battle of game.battles as SunTzuEntry[][]) {
    const story = battle.reduce<Story | null>(tell, null)!
    const result = outcome(story)
    if (!result) expect(plagued(story), story.cards.join(' against ')).toBe(true)
    else if (result.kind === 'tie') expect(result.sun_tzu).toBe(result.shao)
    else expect(Math.abs(result.sun_tzu - result.shao)).toBe(result.by)
  }
})

test('a battle of the log is told to its end and no further', () => {
  const starts = entries.flatMap(({ kind }, at) => (kind === 'opened' ? [at] : []))
  for (const at of starts) {
    const story = storyAround(entries, at)!
    expect(story.province).toBe((entries[at] as { province?: string }).province)
    expect(story.entries.filter(({ kind }) => kind === 'won' || kind === 'tie').length).toBeLessThan(2)
    expect(story.entries.some(({ kind }) => kind === 'opened' || kind === 'round')).toBe(false)
  }
})

test('decisions are sorted by what one clicks on', () => {
  const texts = [
    'pass',
    'reinforce -7',
    'reinforce --1',
    'reinforce WU',
    'march QIN>CHU',
    'march QIN>HAN-QI',
    'battle QIN',
    'from pool',
    'under plague',
    'general recall -1',
    'great plague',
    'QIN=6',
  ]
  const choices = sortChoices(texts.map((text, id) => ({ id, text })))
  expect(choices.pass).toBe(true)
  expect([...choices.discards.keys()]).toEqual(['7', '-1'])
  expect([...choices.deeds.keys()]).toEqual(['reinforce', 'march', 'great plague'])
  expect([...choices.deeds.get('march')!.marches.get('QIN')!.keys()]).toEqual(['CHU', 'HAN-QI'])
  expect([...choices.provinces.keys()]).toEqual(['QIN'])
  expect(choices.pool).toBe('from pool')
  expect([...choices.unders.keys()]).toEqual(['plague'])
  expect([...choices.generals.keys()]).toEqual(['recall -1'])
})
