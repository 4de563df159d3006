/** Words: complete in every language, none unused, none missing, plurals as each language has them. */
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, test } from 'vitest'
import { topicsIn } from '../src/help/pages'

type Catalogue = Record<string, string>

const files = import.meta.glob<Catalogue>('../src/messages/*/*.json', { eager: true, import: 'default' })
const sources = Object.values(
  import.meta.glob<string>('../src/**/*.{ts,svelte}', { eager: true, query: '?raw', import: 'default' }),
)
const pages = import.meta.glob<string>('../src/help/*/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
})

const sheets = import.meta.glob<string>('../src/help/*/sheet/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
})
const drawings = import.meta.glob('../src/games/*/drawings/*.svelte')
const LANGUAGES = Object.keys(files).flatMap((path) => path.match(/\/shell\/(.+)\.json$/)?.[1] ?? [])
const OTHERS = LANGUAGES.filter((language) => language !== 'en')
const areas = [...new Set(Object.keys(files).map((path) => path.split('/').at(-2)!))]
const catalogue = (area: string, language: string) => files[`../src/messages/${area}/${language}.json`] ?? {}
const keys = areas.flatMap((area) => Object.keys(catalogue(area, 'en')).map((key) => `${area}.${key}`))

/** All strings in the sources that name a message: whole, and patterns with holes. */
const fixed = areas.map((area) => area.replace('-', '\\-')).join('|')
const literals = sources.flatMap((text) =>
  [...text.matchAll(new RegExp(`'((?:${fixed})\\.[^'\\n]+)'`, 'g'))].map((m) => m[1]!),
)
const patterns = sources.flatMap((text) =>
  [...text.matchAll(/`((?:[a-z]+\.[^`$]+|learn-|lobby-)\$\{[^`\n]*)`/g)]
    .map((m) => m[1]!)
    .filter(
      (pattern) => areas.some((area) => pattern.startsWith(`${area}.`)) || /^(learn|lobby)-/.test(pattern),
    ),
)
const shapes = patterns.map((pattern) => {
  const parts = pattern.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.+')}$`)
})

describe.each(areas)('the words of %s', (area) => {
  test.each(OTHERS)('are all there in %s', (language) => {
    expect(Object.keys(catalogue(area, language)).sort()).toEqual(Object.keys(catalogue(area, 'en')).sort())
  })

  test.each(LANGUAGES)('can be read as messages in %s, with the plurals of the language', (language) => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories as string[]
    for (const [key, text] of Object.entries(catalogue(area, language))) {
      const used = pluralsOf(new IntlMessageFormat(text, language).getAst())
      const wrong = used.filter((word) => !word.startsWith('=') && !categories.includes(word))
      expect(wrong, `${area}.${key} in ${language}`).toEqual([])
      expect(used.includes('few'), `${area}.${key} in ${language}: few and many come together`).toBe(
        used.includes('many'),
      )
    }
  })

  test.each(OTHERS)('take the same values in %s', (language) => {
    for (const [key, text] of Object.entries(catalogue(area, 'en'))) {
      const translated = catalogue(area, language)[key] ?? ''
      expect(valuesOf(translated, language), `${area}.${key}`).toEqual(valuesOf(text, 'en'))
    }
  })

  test('are all used', () => {
    // Those of the server's reasons and of what games count are held to them by tests/web/test_words.py.
    const ours = /^[^.]+\.(?!reason\.|counted\.)/
    const own = keys.filter((key) => key.startsWith(`${area}.`) && ours.test(key))
    expect(own.filter((key) => !literals.includes(key) && !shapes.some((shape) => shape.test(key)))).toEqual(
      [],
    )
  })
})

test('no message is missing', () => {
  expect(literals.filter((key) => !keys.includes(key))).toEqual([])
  expect(patterns.filter((_, at) => !keys.some((key) => shapes[at]!.test(key)))).toEqual([])
})

test('numbers change the words as they should', () => {
  const said = (language: string, n: number) =>
    new IntlMessageFormat(catalogue('shell', language)['lobby.players_exactly']!, language).format({ n })
  expect([1, 2, 5].map((n) => said('pl', n))).toEqual(['1 gracz', '2 graczy', '5 graczy'])
  expect([1, 2, 5, 21].map((n) => said('ru', n))).toEqual(['1 игрок', '2 игрока', '5 игроков', '21 игрок'])
  expect([1, 2].map((n) => said('en', n))).toEqual(['1 player', '2 players'])
})

const games = [...new Set(Object.keys(pages).map((path) => path.split('/').at(-2)!))]
/** What boards and the shell link to: `<HelpMark game="…" topic="…"` and `helpAt('…', '…')`. */
const linked = sources.flatMap((text) => [
  ...text.matchAll(/<HelpMark\s+game="(\w+)"\s+topic="([\w-]+)"/g),
  ...text.matchAll(/helpAt\('(\w+)', '([\w-]+)'\)/g),
])

test('every help mark names a game and a topic that can be looked up here', () => {
  const marks = sources.join('').match(/<HelpMark\b/g)!
  expect(linked.length).toBeGreaterThan(15)
  expect(linked.filter(([text]) => text.startsWith('<HelpMark'))).toHaveLength(marks.length)
})

describe.each(games)('the rules of %s', (game) => {
  const topics = (language: string) =>
    topicsIn(pages[`../src/help/${game}/${language}.md`]!).map((topic) => topic.id)

  test('have the same topics in every language', () => {
    expect(topics('en').length).toBeGreaterThan(7)
    for (const language of LANGUAGES) expect(topics(language)).toEqual(topics('en'))
  })

  test('link to topics and show drawings that there are, the same in every language', () => {
    const names = Object.keys(drawings).filter((path) => path.includes(`/${game}/`))
    const known = names.map((path) => path.match(/(\w+)\.svelte$/)![1])
    for (const language of LANGUAGES) {
      const blocks = topicsIn(pages[`../src/help/${game}/${language}.md`]!).flatMap((topic) => topic.blocks)
      const links = blocks.flatMap(({ lines }) => lines.flat().flatMap(({ topic }) => topic ?? []))
      expect(links.length).toBeGreaterThan(2)
      expect(links.filter((topic) => !topics('en').includes(topic))).toEqual([])
      expect(blocks.flatMap(({ drawing }) => drawing ?? []).sort()).toEqual(known)
    }
  })

  test('have a summary with the same sections in every language', () => {
    const sections = (language: string) =>
      topicsIn(sheets[`../src/help/${game}/sheet/${language}.md`]!).map((topic) => topic.id)
    expect(sections('en').length).toBeGreaterThan(4)
    for (const language of LANGUAGES) expect(sections(language)).toEqual(sections('en'))
  })

  test('have every topic that a board links to', () => {
    const wanted = linked.filter((match) => match[1] === game).map((match) => match[2]!)
    expect(wanted).not.toHaveLength(0)
    expect(wanted.filter((topic) => !topics('en').includes(topic))).toEqual([])
    const marks = linked.filter(([text, of]) => of === game && text.startsWith('<HelpMark'))
    expect(new Set(marks.map((mark) => mark[2])).size).toBe(marks.length) // each has its own section
  })
})

test('Russian is written in Cyrillic, names of places too', () => {
  const messages = areas.flatMap((area) => Object.values(catalogue(area, 'ru')))
  const said = messages.flatMap((text) => literalsOf(new IntlMessageFormat(text, 'ru').getAst()))
  const read = games.map((game) =>
    pages[`../src/help/${game}/ru.md`]!.replaceAll(/^## \S+|\]\([^)]*\)/gm, ''),
  )
  const words = [...said, ...read].flatMap((text) => text.match(/[A-Za-z]+/g) ?? [])
  // A and B are battles, n a number; keys are called what stands on them.
  expect(
    words.filter(
      (word) =>
        !['Tenka', 'A', 'B', 'n', 'https', 'Ctrl', 'Z', 'Tab', 'Shift', 'Enter', 'Esc'].includes(word),
    ),
  ).toEqual([])
})

type Node = ReturnType<IntlMessageFormat['getAst']>[number]

/** The plural forms that a message spells out. */
function pluralsOf(nodes: Node[]): string[] {
  return nodes.flatMap((node) => {
    const options = 'options' in node ? Object.entries(node.options) : []
    const inner = options.flatMap(([, option]) => pluralsOf(option.value))
    return 'pluralType' in node ? [...options.map(([word]) => word), ...inner] : inner
  })
}

/** What a message says whatever its values are. */
function literalsOf(nodes: Node[]): string[] {
  return nodes.flatMap((node) => {
    if (node.type === 0) return [node.value]
    return 'options' in node ? Object.values(node.options).flatMap((option) => literalsOf(option.value)) : []
  })
}

/** The values that a message is given. */
function valuesOf(text: string, language: string): string[] {
  const names = (nodes: Node[]): string[] =>
    nodes.flatMap((node) => {
      const inner =
        'options' in node ? Object.values(node.options).flatMap((option) => names(option.value)) : []
      return node.type !== 0 && node.type !== 7 && 'value' in node ? [String(node.value), ...inner] : inner
    })
  return [...new Set(names(new IntlMessageFormat(text, language).getAst()))].sort()
}

test('the shell names no game', () => {
  const shell = import.meta.glob<string>('../src/{shell,lib,plain,pieces}/**/*.{ts,svelte}', {
    eager: true,
    query: '?raw',
    import: 'default',
  })
  const naming = Object.entries(shell).filter(([path, text]) => {
    const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '') // comments may give examples
    return !path.endsWith('schema.d.ts') && games.some((game) => code.includes(game))
  })
  expect(naming.map(([path]) => path)).toEqual([])
  expect(keys.filter((key) => key.startsWith('shell.') && games.some((game) => key.includes(game)))).toEqual(
    [],
  )
})
