/**
 * The rules in our own words: a page for each game and language, `help/<game>/<language>.md`, and a
 * summary to print, `help/<game>/sheet/<language>.md`.
 *
 * Of Markdown the pages use headings, paragraphs, lists, bold, links and pictures. A heading is
 * `## topic | Words`: the topic is the same in all languages, and what `helpAt(game, topic)` opens. A
 * link is `[words](#topic)`. A picture is `![caption](Name)`: the drawing `games/<game>/drawings/Name`.
 */
import type { Component } from 'svelte'
import type { Language } from '../lib/i18n.svelte'
import { firmly } from '../lib/typography'

/** A piece of text, bold or not, or a link to a topic. */
export interface Piece {
  text: string
  bold: boolean
  topic?: string
}
export interface Block {
  kind: 'paragraph' | 'list' | 'picture'
  /** Of a list: its items; of a paragraph: itself; of a picture: its caption. */
  lines: Piece[][]
  /** The name of a picture's drawing. */
  drawing?: string
}
export interface Topic {
  id: string
  title: string
  blocks: Block[]
}

const files = import.meta.glob<string>('./*/*.md', { query: '?raw', import: 'default' })

const sheets = import.meta.glob<string>('./*/sheet/*.md', { query: '?raw', import: 'default' })
const drawings = import.meta.glob<Component>('../games/*/drawings/*.svelte', { import: 'default' })

/** Whether a game has a page of rules. */
export function hasPage(game: string): boolean {
  return `./${game}/en.md` in files
}

export async function pageOf(game: string, language: Language): Promise<Topic[] | null> {
  const load = files[`./${game}/${language}.md`]
  return load ? topicsIn(firmly(await load(), language)) : null
}

/** The summary of a game's rules, for one sheet of paper. */
export async function sheetOf(game: string, language: Language): Promise<Topic[] | null> {
  const load = sheets[`./${game}/sheet/${language}.md`]
  return load ? topicsIn(firmly(await load(), language)) : null
}

/** A drawing made of a game's own pieces. */
export async function drawingOf(game: string, name: string): Promise<Component> {
  const load = drawings[`../games/${game}/drawings/${name}.svelte`]
  if (!load) throw new Error(`${game} has no drawing ${name}`)
  return load()
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
  const [, caption, drawing] = chunk.match(/^!\[(.*)\]\((\w+)\)$/) ?? []
  if (caption && drawing) return { kind: 'picture', lines: [piecesOf(caption)], drawing }
  if (!chunk.startsWith('- ')) return { kind: 'paragraph', lines: [piecesOf(chunk)] }
  return { kind: 'list', lines: chunk.slice(2).split('\n- ').map(piecesOf) }
}

function piecesOf(text: string): Piece[] {
  return text.split('**').flatMap((piece, at) => linksIn(piece, at % 2 === 1))
}

/** Every third part of a text, from the second on, is a link's words, and the one after it its topic. */
function linksIn(text: string, bold: boolean): Piece[] {
  const parts = text.split(/\[([^\]]+)\]\(#([\w-]+)\)/)
  return parts.flatMap((part, at) => {
    if (at % 3 === 1) return [{ text: part, bold, topic: parts[at + 1]! }]
    return at % 3 === 0 && part ? [{ text: part, bold }] : []
  })
}
