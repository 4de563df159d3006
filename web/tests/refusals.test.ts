/** What the server refuses and why, as the page says it; and what a setup offers. */
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Game, Option } from '../src/lib/wire'

vi.stubGlobal('localStorage', { getItem: () => 'pl', setItem: () => {} })
vi.stubGlobal('document', { documentElement: { dataset: {} } })
vi.stubGlobal('navigator', { languages: [] })
const { loadArea } = await import('../src/lib/i18n.svelte')
const { learnNames, refusalInWords } = await import('../src/games/refusals')
const { Setup } = await import('../src/lib/setup.svelte')

describe('a refusal', () => {
  beforeAll(async () => {
    await Promise.all(['shell', 'shogun'].map(loadArea))
    const { names } = await import('../src/games/shogun/words')
    learnNames('shogun', names)
  })
  const said = (reason: string | null, values = {}, code = 'illegal_decision' as const) =>
    refusalInWords({ code, detail: 'in English', reason, values })

  test('names the things of its game in the language of the reader', () => {
    expect(said('shogun.laid_already', { card: 'Aki', field: 'castle' })).toBe(
      'Aki: ta karta leży już na innym polu (zamek).',
    )
  })
  test('that the table has, whatever the game', () => {
    expect(said('not_begun')).toBe('Gra jeszcze się nie zaczęła: są wolne miejsca.')
  })
  test('without a reason is its code’s sentence, with one that we have no words for both', () => {
    expect(said(null)).toBe('Zasady na to nie pozwalają.')
    expect(said('goofspiel.odd')).toBe('Zasady na to nie pozwalają. (in English)')
  })
})

describe('a setup', () => {
  const option = (name: string, values: Option['values'], fallback: Option['default']): Option => ({
    name,
    values,
    default: fallback,
    about: '',
  })
  const captures = option('captures', ['hidden', 'open'], null)
  const beginner = option('beginner', [false, true], false)
  const game = {
    name: 'any',
    players: [2, 3],
    default_players: 3,
    bots: [],
    options: [option('events', [false, true], false), beginner, captures],
    apart: [
      { players: 2, captures: 'hidden' },
      { events: true, beginner: true },
    ],
  } as unknown as Game

  test('offers nothing that cannot be with what was chosen before it', () => {
    const setup = new Setup(game)
    setup.options = { events: false, beginner: true, captures: 'hidden' }
    expect(setup.request().options).toEqual({ events: false, beginner: true, captures: 'hidden' })
    setup.players = 2
    setup.options['events'] = true
    expect(setup.allows(captures, 'hidden')).toBe(false)
    expect(setup.allows(captures, 'open')).toBe(true)
    expect(setup.allows(beginner, true)).toBe(false)
    expect(setup.request().options).toEqual({ events: true, beginner: false })
  })
})
