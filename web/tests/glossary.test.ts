/** The client says what docs/glossary.md says: each word where it is named, and none of those to avoid. */
import { describe, expect, test } from 'vitest'
import glossary from '../../docs/glossary.md?raw'

const messages = import.meta.glob<Record<string, string>>('../src/messages/*/*.json', {
  eager: true,
  import: 'default',
})
const rules = import.meta.glob<string>('../src/help/*/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
})

const LANGUAGES: Record<string, string> = { Polish: 'pl', Russian: 'ru', English: 'en' }
const GAMES: Record<string, string> = { Shogun: 'shogun', Samurai: 'samurai', 'Sun Tzu': 'suntzu' }

/** All that is said in a language, by place: an area of messages, or the rules of a game. */
function placesOf(language: string): Record<string, string> {
  const areas = Object.entries(messages).filter(([path]) => path.endsWith(`/${language}.json`))
  const pages = Object.entries(rules).filter(([path]) => path.endsWith(`/${language}.md`))
  return Object.fromEntries([
    ...areas.map(([path, catalogue]) => [path.split('/').at(-2)!, Object.values(catalogue).join('\n')]),
    ...pages.map(([path, text]) => [`rules of ${path.split('/').at(-2)!}`, text]),
  ])
}

/** A word or phrase by itself, a star being any ending. */
function pattern(words: string): RegExp {
  return new RegExp(`(?<!\\p{L})${words.replace('*', '\\p{L}*')}(?!\\p{L})`, 'iu')
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const sections = glossary.split(/^### /m).slice(1)

describe.each(sections.map((text) => [text.split('\n')[0]!, text]))('%s', (title, text) => {
  const [name = '', language = ''] = title.split(' in ')
  const game = GAMES[name]
  const all = Object.entries(placesOf(LANGUAGES[language]!))
  const places = Object.fromEntries(game ? all.filter(([place]) => place.includes(game)) : all)
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map(cellsOf)
  const placed = (where: string): string => places[where === 'rules' ? `rules of ${game}` : where] ?? ''

  test('each word is said where the glossary says', () => {
    const missing = rows.flatMap(([, word = '', , where = '']) =>
      where
        .split(', ')
        .filter((place) => !word.split(', ').some((form) => pattern(form).test(placed(place))))
        .map((place) => `${word}: ${place}`),
    )
    expect(rows.length).toBeGreaterThan(3)
    expect(missing).toEqual([])
  })

  test('no word is said that the glossary avoids', () => {
    const avoided = rows.flatMap(([, , not = '']) => [...not.matchAll(/`([^`]+)`/g)].map((m) => m[1]!))
    const said = avoided.flatMap((word) =>
      Object.keys(places)
        .filter((place) => pattern(word).test(places[place]!))
        .map((place) => `${word}: ${place}`),
    )
    expect(avoided).not.toHaveLength(0)
    expect(said).toEqual([])
  })
})

test('there are all games in all languages', () => {
  expect(sections).toHaveLength(Object.keys(LANGUAGES).length * (Object.keys(GAMES).length + 1))
})
