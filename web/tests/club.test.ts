/** Ratings as they are read: the board, and what a level's number means. */
import { beforeAll, expect, test, vi } from 'vitest'
import type { Board, Game } from '../src/lib/wire'

vi.stubGlobal('localStorage', { getItem: () => 'en', setItem: () => {} })
vi.stubGlobal('document', { documentElement: { dataset: {} } })
vi.stubGlobal('navigator', { languages: [] })
const { loadArea } = await import('../src/lib/i18n.svelte')
const { levelOf, meaningOf } = await import('../src/shell/players')
const { standing } = await import('../src/club/board')

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

test('strengths between levels have names', () => {
  expect(levelOf('novice~adept')).toBe('between novice and adept')
  expect(levelOf('expert/10')).toBe('expert in a hurry')
})
