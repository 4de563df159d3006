/** The gallery shows every piece there is, and every token. */
import { expect, test } from 'vitest'
import { kindOf, SHEETS, tokensIn } from '../src/gallery/tokens'

const sources = import.meta.glob<string>('../src/**/*.svelte', {
  eager: true,
  query: '?raw',
  import: 'default',
})
/** What draws a position as it is, or what happens to it, is a part of a board and no piece. */
const OF_A_BOARD =
  /[:<] ?(\w*(View|Table|Entry)|Turn|HandChoice|Layout|Orders|Desk|Fight|Story|Regions|Frame|ShogunEntry\[\])\b/
const OWN_PAGE = /\/Gallery\.svelte$/

function isPiece(path: string): boolean {
  if (OWN_PAGE.test(path) || !/src\/(pieces|games\/\w+)\/\w+\.svelte$/.test(path)) return false
  const [script = ''] = sources[path]!.match(/<script lang="ts">.*?\$props/s) ?? []
  const declared = script.indexOf('interface Props')
  return !OF_A_BOARD.test(script.slice(declared >= 0 ? declared : script.lastIndexOf('let {')))
}

/** The components that a component shows, and those that they show. */
function shownBy(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path) || !(path in sources)) return seen
  seen.add(path)
  for (const [, target] of sources[path]!.matchAll(/from '(\.[^']+\.svelte)'/g))
    shownBy(new URL(target!, `file:///${path.slice(3)}`).pathname.replace('/', '../'), seen)
  return seen
}

test('every piece is in the gallery', () => {
  const pages = Object.keys(sources).filter(
    (path) => OWN_PAGE.test(path) || path.endsWith('/GalleryPage.svelte'),
  )
  const shown = new Set(pages.flatMap((page) => [...shownBy(page)]))
  const pieces = Object.keys(sources).filter(isPiece)
  expect(pieces.length).toBeGreaterThan(25)
  expect(pieces.filter((piece) => !shown.has(piece))).toEqual([])
})

test('every token is in the gallery, as the style sheets have it', () => {
  const tokens = SHEETS.flatMap(tokensIn)
  const roots = SHEETS.map((sheet) => sheet.slice(0, sheet.indexOf('\n}'))).join('')
  expect(tokens.map(({ name }) => name)).toEqual(
    [...roots.matchAll(/^ {2}(--[\w-]+):/gm)].map((found) => found[1]),
  )
  expect(SHEETS.length).toBeGreaterThan(2)
  const named = (kind: string) => tokens.filter((token) => kindOf(token) === kind).map(({ name }) => name)
  expect(named('type')).toEqual(['--serif', '--sans', '--brush'])
  expect(named('time')).toEqual([
    ...['--ease', '--move', '--turn', '--slide', '--banner', '--stand', '--camera'],
    ...['--unroll', '--row', '--row-later', '--curve', '--petal'],
  ])
  expect(named('space')).toEqual(['--radius', '--shadow', '--ring', '--ring-inside'])
})
