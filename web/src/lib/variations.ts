/** The tree of a study as rows, one below the other: variations stand in from what they branch off. */
import type { Face, Person } from '../games/face'
import type { TreeNode } from './wire'

export interface Row {
  node: TreeNode
  /** How many times it has branched off. */
  depth: number
}

/** Every position after the one it follows: first what was tried first, then the other ways. */
export function rowsOf(nodes: TreeNode[]): Row[] {
  const rows: Row[] = []
  function grow(node: TreeNode, depth: number): void {
    rows.push({ node, depth })
    for (let [next, ...others] = after(nodes, node); next; [next, ...others] = after(nodes, next)) {
      rows.push({ node: next, depth })
      for (const other of others) grow(other, depth + 1)
    }
  }
  if (nodes[0]) grow(nodes[0], 0)
  return rows
}

/** What was tried from a position, in that order. */
export function after(nodes: TreeNode[], { node }: TreeNode): TreeNode[] {
  return nodes.filter(({ parent }) => parent === node)
}

/** What led to a position, in the words of the log; nothing where it was decided in secret. */
export function wordsOf({ entries, decisions }: TreeNode, face: Face, people: Person[]): string {
  const told = entries.map((entry) => face.narrate(entry, people)).filter(Boolean)
  return told.length ? told.join(' ') : decisions.join(', ')
}
