/**
 * The rules in our own words: a page for each game and language, `help/<game>/<language>.md`.
 *
 * Of Markdown the pages use headings, paragraphs, lists and bold. A heading is `## topic | Words`:
 * the topic is the same in all languages, and what `helpAt(game, topic)` opens.
 */
import type { Language } from '../lib/i18n.svelte'

/** A piece of text, bold or not. */
export interface Piece {
  text: string
  bold: boolean
}
export interface Block {
  kind: 'paragraph' | 'list'
  /** Of a list: its items; of a paragraph: itself. */
  lines: Piece[][]
}
export interface Topic {
  id: string
  title: string
  blocks: Block[]
}

const files = import.meta.glob<string>('./*/*.md', { query: '?raw', import: 'default' })

/** Whether a game has a page of rules. */
export function hasPage(game: string): boolean {
  return `./${game}/en.md` in files
}

export async function pageOf(game: string, language: Language): Promise<Topic[] | null> {
  const load = files[`./${game}/${language}.md`]
  return load ? topicsIn(await load()) : null
}

export function topicsIn(text: string): Topic[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...chunks] = section.trim().split(/\n\n+/)
      const [id = '', title = ''] = heading.split(' | ')
      return { id, title, blocks: chunks.map(blockOf) }
    })
}

function blockOf(chunk: string): Block {
  if (!chunk.startsWith('- ')) return { kind: 'paragraph', lines: [piecesOf(chunk)] }
  return { kind: 'list', lines: chunk.slice(2).split('\n- ').map(piecesOf) }
}

function piecesOf(text: string): Piece[] {
  return text.split('**').map((piece, at) => ({ text: piece, bold: at % 2 === 1 }))
}
