/** What an edition of the client is, for a device that installs it: its manifests, and what can be kept of it. */
import type { Rollup } from 'vite'
import { FIRST_WORDS } from './chunks'
import type { Kept } from './src/offline/kept'

const LANGUAGE = /\/([a-z]{2,3})\.(?:json|md)(?:\?|$)/
/** An area of messages, and their language. */
const AREA = /\/messages\/([\w-]+)\/(\w+)\.json$/
const GAME = /\/src\/games\/(\w+)\/index\.ts$/
/** A page of its own for whoever draws; nobody needs it on the road. */
const ASIDE = /\/src\/gallery\//

/** The messages of one language, by area. */
export type Words = Record<string, Record<string, string>>

/** The games that have words for the lobby. */
function gamesIn(words: Words): string[] {
  return Object.keys(words).flatMap((area) => area.match(/^lobby-(.+)/)?.[1] ?? [])
}

export function manifest(language: string, words: Words, colour: string): object {
  const { shell = {} } = words
  const icon = (file: string, sizes: string, purpose = 'any') => ({
    src: `/icons/${file}.png`,
    type: 'image/png',
    sizes,
    purpose,
  })
  return {
    id: '/',
    name: shell.title,
    short_name: shell.title,
    description: shell['lobby.motto'],
    lang: language,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: colour,
    background_color: colour,
    categories: ['games', 'entertainment'],
    icons: [icon('192', '192x192'), icon('512', '512x512'), icon('maskable', '512x512', 'maskable')],
    shortcuts: gamesIn(words).map((game) => {
      const { title, about } = words[`lobby-${game}`]!
      return { name: title, description: about, url: `/?game=${game}` }
    }),
  }
}

type Bundle = Rollup.OutputBundle

/** A file, what is loaded with it, and what may follow; parts that stand apart do not. */
function reached(bundle: Bundle, from: string, apart: (name: string) => boolean): Set<string> {
  const seen = new Set<string>()
  const visit = (name: string): void => {
    const file = bundle[name]
    if (!file || seen.has(name)) return
    seen.add(name)
    if (file.type === 'asset') return
    const { importedCss = [], importedAssets = [] } = file.viteMetadata ?? {}
    const later = file.dynamicImports.filter((next) => !apart(next))
    for (const next of [...file.imports, ...importedCss, ...importedAssets, ...later]) visit(next)
  }
  visit(from)
  return seen
}

/** The game whose face is among these modules. */
function faceIn(modules: readonly string[]): string | undefined {
  return modules.flatMap((id) => id.match(GAME)?.[1] ?? [])[0]
}

/** All that can be kept: what belongs to one game alone is for those who play it. */
export function keepable(bundle: Bundle, entry: string): Kept[] {
  const modules = (name: string) => (bundle[name]?.type === 'chunk' ? bundle[name].moduleIds : [])
  const gameOf = (name: string) => faceIn(modules(name))
  const apart = (name: string) => gameOf(name) !== undefined || modules(name).some((id) => ASIDE.test(id))
  const everybodys = reached(bundle, entry, apart)
  const owners = new Map<string, Set<string>>()
  for (const root of Object.keys(bundle)) {
    const game = gameOf(root)
    const own = game ? reached(bundle, root, (name) => everybodys.has(name) || apart(name)) : []
    for (const name of own) owners.set(name, (owners.get(name) ?? new Set()).add(game!))
  }
  const others = [...owners].filter(([name]) => !everybodys.has(name))
  return [
    ...[...everybodys].map((name) => kept(bundle, name, [])),
    ...others.map(([name, players]) => kept(bundle, name, [...players])),
  ]
}

/**
 * What a page needs at once, by the beginning of its address, and a table besides, by its game; and words by
 * language, of the house ('') and of each game.
 */
export interface Ahead {
  pages: Record<string, string[]>
  games: Record<string, string[]>
  words: Record<string, Record<string, string[]>>
}

/** The pages that most people come to first. */
const COMES = { '': /\/src\/shell\/Lobby\.svelte$/, t: /\/src\/shell\/TablePage\.svelte$/ }

/** The files that a server can name before the browser knows that it needs them. */
export function foreseen(bundle: Bundle, entry: string): Ahead {
  const now = (name: string) => reached(bundle, name, () => true)
  const known = now(entry)
  const files = Object.values(bundle).filter((file) => file.type === 'chunk')
  const needs = (root: string) => [...now(root)].filter(isCode).filter((name) => !known.has(name))
  const ahead: Ahead = { pages: {}, games: {}, words: {} }
  for (const [start, page] of Object.entries(COMES)) {
    const own = files.find(({ facadeModuleId }) => facadeModuleId && page.test(facadeModuleId))
    ahead.pages[start] = own ? needs(own.fileName) : []
  }
  const atTable = new Set(ahead.pages['t'])
  for (const { moduleIds, fileName } of files) {
    const game = faceIn(moduleIds)
    if (game) ahead.games[game] = needs(fileName).filter((name) => !atTable.has(name))
    const [area = '', language] = moduleIds.flatMap(wordsOf)
    if (language) ((ahead.words[area] ??= {})[language] ??= []).push(fileName)
  }
  const wanted = ([area]: [string, unknown]) => area === '' || area in ahead.games
  return { ...ahead, words: Object.fromEntries(Object.entries(ahead.words).filter(wanted)) }
}

/** Whose messages a module has, everybody's first ones ('') or those of an area, and in which language. */
function wordsOf(id: string): string[] {
  const first = id.match(FIRST_WORDS)?.[1]
  return first ? ['', first] : (id.match(AREA)?.slice(1) ?? [])
}

function isCode(name: string): boolean {
  return /\.(?:js|css)$/.test(name)
}

function kept(bundle: Bundle, name: string, players: string[]): Kept {
  const file = bundle[name]!
  const language = languageOf(file)
  return {
    path: `/${name}`,
    ...(language && { language }),
    ...(players.length === 1 && { game: players[0]! }),
  }
}

/** The language of a file that holds nothing but words of one. */
function languageOf(file: Rollup.OutputAsset | Rollup.OutputChunk): string | undefined {
  if (file.type === 'asset') return undefined
  const languages = new Set(file.moduleIds.map((id) => id.match(LANGUAGE)?.[1]))
  return languages.size === 1 ? [...languages][0] : undefined
}
