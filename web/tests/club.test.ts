/** Ratings as they are read: the board, and what a level's number means. */
import { beforeAll, expect, test, vi } from 'vitest'
import type { Person } from '../src/games/face'
import type { Board, Game, Tournament } from '../src/lib/wire'

vi.stubGlobal('localStorage', { getItem: () => 'en', setItem: () => {} })
vi.stubGlobal('document', { documentElement: { dataset: {} } })
vi.stubGlobal('navigator', { languages: [] })
const { loadArea } = await import('../src/lib/i18n.svelte')
const { hearBetween } = await import('../src/lib/between.svelte')
const { ALL_HERE, honoured, levelOf, meaningOf, sublineOf } = await import('../src/shell/players')
const { endsOf, standing, timesAhead } = await import('../src/club/board')
const { changeInWords } = await import('../src/club/change')

beforeAll(() => loadArea('shell'))

test('people and bots stand in one order, and only people have places', () => {
  const rating = { spread: 20, games: 9, provisional: false }
  const board = {
    people: [
      { ...rating, name: 'Ann', page: 'a', number: 1650, played: 3 },
      { ...rating, name: 'Bo', page: 'b', number: 1400, played: 1 },
    ],
    bots: [{ ...rating, level: 'adept', number: 1500 }],
  } as unknown as Board
  expect(standing(board).map(({ key, place }) => [key, place])).toEqual([
    ['a', 1],
    ['bot adept', undefined],
    ['b', 2],
  ])
  expect(endsOf(standing(board))).toEqual({ low: 1300, high: 1700 })
})

test('numbers say what they mean', () => {
  expect([0, 100, 200, 400].map(timesAhead)).toEqual([50, 64, 76, 91])
  expect(changeInWords({ before: 1500, after: 1538 })).toBe('1500 + 38 = 1538')
  expect(changeInWords({ before: 1500, after: 1462 })).toBe('1500 − 38 = 1462')
})

test('a level says how often it is ahead of the next weaker one, with so many players', () => {
  const strength = (players: number, ahead: number) => ({ players, number: 1500, below: 'novice', ahead })
  const bots = [
    { level: 'adept', strengths: [strength(2, 0.92), strength(4, 0.97)] },
    { level: 'novice', strengths: [] },
  ]
  const game = { bots } as unknown as Game
  expect(meaningOf(game, 'adept', 2)).toBe('adept: ahead of novice in 9 of 10 games')
  expect(meaningOf(game, 'adept', 4)).toBe('adept: ahead of novice nearly always')
  expect(meaningOf(game, 'adept', 3)).toBe('')
  expect(meaningOf(game, 'novice', 2)).toBe('')
})

test('strengths between levels have names, once the server has told what they are made of', () => {
  expect(levelOf('expert/10')).toBe('expert/10')
  hearBetween([
    { name: 'novice~adept', level: 'adept', weaker: 'novice', part: 1 },
    { name: 'expert/10', level: 'expert', weaker: null, part: 10 },
  ])
  expect(levelOf('novice~adept')).toBe('between novice and adept')
  expect(levelOf('expert/10')).toBe('expert in a hurry')
})

test('a tournament is read by rounds, the latest first, and says where I play', async () => {
  const { finishOf, roundsOf, tableOf } = await import('../src/club/tournament')
  const meetings = [
    { round: 0, table: 'a', seating: [7, 8], places: [1, 0] },
    { round: 0, table: 'b', seating: [9, null], places: [0, 1] },
    { round: 1, table: 'c', seating: [8, 9], places: null },
  ]
  const shown = { meetings, me: 9 } as unknown as Tournament
  expect(roundsOf(shown).map(({ number, tables }) => [number, tables.length])).toEqual([
    [1, 1],
    [0, 2],
  ])
  expect(tableOf(shown)).toBe('c')
  expect(tableOf({ ...shown, me: 7 })).toBeNull()
  expect(finishOf(shown.meetings[0]!).map(({ entrant }) => entrant)).toEqual([8, 7])
})

test("after a game 'you' stands at a seat of one's own, and nowhere where several were", () => {
  const people = (mine: number[]): Person[] =>
    ['Ann', 'Bo', 'Cem'].map((name, seat) => {
      const own = mine.includes(seat)
      return { seat, name, colour: seat, kind: 'human', level: null, mine: own }
    })
  const words = (mine: number[]) =>
    honoured(people(mine)).map((one) => sublineOf(one, one.name, one.mine ? one.seat : null, ALL_HERE))
  expect(words([1])).toEqual(['', 'you', ''])
  expect(words([0, 1, 2])).toEqual(['', '', ''])
  expect(words([])).toEqual(['', '', ''])
})
