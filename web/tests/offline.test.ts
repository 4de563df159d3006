/** What is kept on a device, and what never is. */
import { describe, expect, test } from 'vitest'
import { foreseen, keepable, manifest, type Words } from '../edition'
import { answered, outdated, wanted } from '../src/offline/kept'

const HOME = 'https://tenka.example'

describe('a request', () => {
  const how = (path: string, mode = 'cors', method = 'GET') =>
    answered(method, mode, new URL(path, HOME), HOME)

  test('for a page asks the server first, for a file that never changes what is kept', () => {
    expect(how('/t/abc', 'navigate')).toBe('page')
    expect(how('/assets/main-1a.js')).toBe('file')
  })

  test.each([
    ['a seat’s own link', '/api/tables/abc/sit/secret', 'navigate', 'GET'],
    ['what the server tells of a table', '/api/tables/abc', 'cors', 'GET'],
    ['a move', '/api/tables/abc/moves', 'cors', 'POST'],
    ['the service worker itself', '/sw.js', 'same-origin', 'GET'],
    ['a page of somebody else', 'https://elsewhere.example/', 'navigate', 'GET'],
  ])('for %s is left alone', (_, path, mode, method) => {
    expect(how(path, mode, method)).toBe(null)
  })
})

describe('what is kept', () => {
  /** As Rollup tells of what it made: who imports whom, now or later. */
  const chunk = (id: string, imports: string[] = [], dynamicImports: string[] = []) =>
    ({ type: 'chunk', moduleIds: [id], facadeModuleId: id, imports, dynamicImports }) as never
  const files = keepable(
    {
      main: chunk('/src/main.ts', ['shared'], ['help', 'one', 'two', 'gallery', 'en', 'pl']),
      shared: chunk('/src/lib/shared.ts'),
      help: chunk('/src/shell/HelpPage.svelte', ['piece']),
      piece: chunk('/src/games/one/Piece.svelte'),
      one: chunk('/src/games/one/index.ts', ['piece', 'board'], ['tower']),
      two: chunk('/src/games/two/index.ts', ['board']),
      board: chunk('/src/pieces/zoom.ts', ['shared']),
      tower: chunk('/src/games/one/tower.ts'),
      gallery: chunk('/src/gallery/Gallery.svelte'),
      en: chunk('/src/messages/shell/en.json'),
      pl: chunk('/src/messages/shell/pl.json'),
    },
    'main',
  )

  test('is for everybody what any page needs: the rules, too, but no board and no gallery', () => {
    expect(wanted(files, {}).sort()).toEqual(['/board', '/help', '/main', '/piece', '/shared'])
  })
  test('is for a reader the words of one language', () => {
    expect(wanted(files, { language: 'pl' })).toContain('/pl')
    expect(wanted(files, { language: 'pl' })).not.toContain('/en')
  })
  test('is for a player all of the game', () => {
    const own = wanted(files, { game: 'one' })
    expect(own).toEqual(expect.arrayContaining(['/one', '/tower']))
    expect(own).not.toContain('/two')
  })
  test('goes two editions later', () => {
    expect(outdated(['tenka 1', 'tenka 2', 'tenka 3'], 'tenka 3')).toEqual(['tenka 1'])
    expect(outdated(['tenka 1', 'tenka 2'], 'tenka 1')).toEqual([])
  })
})

const files = import.meta.glob<Words[string]>('../src/messages/*/*.json', { eager: true, import: 'default' })

/** All words of a language. */
function wordsOf(language: string): Words {
  const own = Object.entries(files).filter(([path]) => path.endsWith(`/${language}.json`))
  return Object.fromEntries(own.map(([path, words]) => [path.split('/').at(-2)!, words]))
}

describe.each(['en', 'pl', 'ru'])('installed by a reader of %s', (language) => {
  const words = wordsOf(language)
  const { shortcuts, ...about } = manifest(language, words, '#14325a') as {
    shortcuts: Record<string, string>[]
  }

  test('the client has a name, a sentence and a shortcut to each game', () => {
    expect(about).toMatchObject({
      name: 'Tenka',
      description: words.shell!['lobby.motto'],
      lang: language,
      theme_color: '#14325a',
    })
    expect(shortcuts).toEqual(
      ['samurai', 'shogun', 'suntzu'].map((game) => ({
        name: words[`lobby-${game}`]!.title,
        description: words[`lobby-${game}`]!.about,
        url: `/?game=${game}`,
      })),
    )
  })
})

describe('what is foreseen', () => {
  const chunk = (id: string, imports: string[] = [], css: string[] = []) =>
    ({
      type: 'chunk',
      moduleIds: [id],
      facadeModuleId: id,
      fileName: id
        .split('/')
        .slice(-2)
        .join('-')
        .replace(/ts$|svelte$/, 'js'),
      imports,
      dynamicImports: [],
      viteMetadata: { importedCss: new Set(css), importedAssets: new Set() },
    }) as never
  const bundle = {
    'src-main.js': chunk('/src/main.js', ['lib-base.js']),
    'lib-base.js': chunk('/lib/base.js'),
  }
  test('of a bundle of nothing but its entry is nothing', () => {
    expect(foreseen(bundle, 'src-main.js')).toEqual({ pages: { '': [], t: [] }, games: {}, words: {} })
  })
  test('at a table is the board of its game, and its words', () => {
    const ahead = foreseen(
      {
        ...bundle,
        'shell-TablePage.js': chunk('/src/shell/TablePage.svelte', ['lib-base.js', 'pieces-zoom.js']),
        'pieces-zoom.js': chunk('/pieces/zoom.js'),
        'one-index.js': chunk('/src/games/one/index.ts', ['pieces-zoom.js', 'one-Piece.js']),
        'one-Piece.js': chunk('/one/Piece.js'),
        'one-pl.json': chunk('/src/messages/one/pl.json'),
        'shell-pl.json': chunk('/src/messages/shell/pl.json'),
        'plain-pl.json': chunk('/src/messages/plain/pl.json'),
      },
      'src-main.js',
    )
    expect(ahead.games).toEqual({ one: ['one-index.js', 'one-Piece.js'] })
    expect(ahead.words).toEqual({ '': { pl: ['shell-pl.json'] }, one: { pl: ['one-pl.json'] } })
  })
})
