/**
 * Into which files the client's code goes. Left alone, what two pages share is a file of its own, and there were
 * forty for the lobby, most of them smaller than what asking for one costs. So what every page needs is one file,
 * and what all pages with a board need is another.
 */
import type { Rollup } from 'vite'

const page = (path: string) => new RegExp(`/src/${path}\\.svelte$`)
const ENTRY = /\/src\/main\.ts$/
const FIRST = [page('shell/Lobby'), page('shell/TablePage')]
const BOARDS = ['shell/TablePage', 'shell/ReplayPage', 'shell/LearnPage', 'puzzles/PuzzlePage'].map(page)
/** The service worker has its own copy of what it needs. */
const WORKER = /\/src\/offline\/(?:kept|told|worker)\.ts$/

type Graph = Pick<Rollup.ManualChunkMeta, 'getModuleIds' | 'getModuleInfo'>

/** All that is loaded together with a module. */
function withAll(graph: Graph, root: RegExp): Set<string> {
  const seen = new Set<string>()
  const visit = (id: string): void => {
    if (seen.has(id)) return
    seen.add(id)
    graph.getModuleInfo(id)?.importedIds.forEach(visit)
  }
  const found = [...graph.getModuleIds()].filter((id) => root.test(id))
  if (!found.length) throw new Error(`there is no module ${root.source}`)
  found.forEach(visit)
  return seen
}

/** Names the file of each module that is in one of the two. */
export function chunks(): (id: string, graph: Graph) => string | undefined {
  let parts: { base: (id: string) => boolean; board: (id: string) => boolean } | null = null
  return (id, graph) => {
    parts ??= partsOf(graph)
    if (ENTRY.test(id) || WORKER.test(id)) return undefined
    return parts.base(id) ? 'base' : parts.board(id) ? 'board' : undefined
  }
}

function partsOf(graph: Graph) {
  const entry = withAll(graph, ENTRY)
  const first = FIRST.map((root) => withAll(graph, root))
  const boards = BOARDS.map((root) => withAll(graph, root))
  return {
    base: (id: string) => entry.has(id) || first.every((part) => part.has(id)),
    board: (id: string) => boards.filter((part) => part.has(id)).length > 1,
  }
}
