/**
 * Into which files the client's code goes. Left alone, what two pages share is a file of its own, and there were
 * forty for the lobby, most of them smaller than what asking for one costs. So what every page needs, and what the
 * lobby shares with anything else, is one file, what all pages with a board need is another, and so are the first words
 * of a language.
 */
import type { Rollup } from 'vite'

const page = (path: string) => new RegExp(`/src/${path}\\.svelte$`)
const ENTRY = /\/src\/main\.ts$/
const LOBBY = page('shell/Lobby')
const BOARDS = ['shell/TablePage', 'shell/ReplayPage', 'shell/LearnPage', 'puzzles/PuzzlePage'].map(page)
/** What every page says, and what is said of the games. */
export const FIRST_WORDS = /\/messages\/(?:shell|lobby-\w+)\/(\w+)\.json$/
/** The service worker has its own copy of what it needs. */
const WORKER = /\/src\/offline\/(?:kept|told|worker)\.ts$/

type Graph = Pick<Rollup.ManualChunkMeta, 'getModuleIds' | 'getModuleInfo'>

/** The modules whose names are so. */
function found(graph: Graph, name: RegExp): string[] {
  const ids = [...graph.getModuleIds()].filter((id) => name.test(id))
  if (!ids.length) throw new Error(`there is no module ${name.source}`)
  return ids
}

/** All that is loaded together with some modules. */
function withAll(graph: Graph, roots: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const visit = (id: string): void => {
    if (seen.has(id)) return
    seen.add(id)
    graph.getModuleInfo(id)?.importedIds.forEach(visit)
  }
  roots.forEach(visit)
  return seen
}

/** Names the file of each module that is in one of these. */
export function chunks(): (id: string, graph: Graph) => string | undefined {
  let parts: { base: (id: string) => boolean; board: (id: string) => boolean } | null = null
  return (id, graph) => {
    parts ??= partsOf(graph)
    if (ENTRY.test(id) || WORKER.test(id)) return undefined
    const language = id.match(FIRST_WORDS)?.[1]
    if (language) return `words-${language}`
    return parts.base(id) ? 'base' : parts.board(id) ? 'board' : undefined
  }
}

function partsOf(graph: Graph) {
  const entry = withAll(graph, found(graph, ENTRY))
  const lobby = withAll(graph, found(graph, LOBBY))
  const later = [...graph.getModuleIds()].filter((id) => graph.getModuleInfo(id)?.dynamicImporters.length)
  const others = withAll(
    graph,
    later.filter((id) => !LOBBY.test(id)),
  )
  const boards = BOARDS.map((root) => withAll(graph, found(graph, root)))
  return {
    base: (id: string) => entry.has(id) || (lobby.has(id) && others.has(id)),
    board: (id: string) => boards.filter((part) => part.has(id)).length > 1,
  }
}
