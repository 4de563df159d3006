/** The tree of a study as rows. */
import { expect, test } from 'vitest'
import { after, rowsOf } from '../src/lib/variations'
import type { TreeNode } from '../src/lib/wire'

function node(number: number, parent: number | null): TreeNode {
  return { node: number, parent, seat: 0, decisions: [], entries: [], name: '', comment: '' }
}

test('variations stand in below what was tried first, and what follows it comes after them', () => {
  const nodes = [node(7, 6), node(8, 7), node(9, 8), node(10, 7), node(11, 10), node(12, 10), node(13, 9)]
  const rows = rowsOf(nodes).map(({ node, depth }) => `${'-'.repeat(depth)}${node.node}`)
  expect(rows).toEqual(['7', '8', '-10', '-11', '--12', '9', '13'])
  expect(after(nodes, nodes[0]!).map(({ node }) => node)).toEqual([8, 10])
})

test('a study in which nothing was tried is one row', () => {
  expect(rowsOf([node(3, 2)])).toHaveLength(1)
  expect(rowsOf([])).toEqual([])
})
