/**
 * What makes the client installable: a manifest in each language, with the games as shortcuts, the colours
 * of the window's frame from the tokens, and the list of files that the service worker may keep.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite'
import { foreseen, keepable, manifest, type Words } from './edition'

const SOURCES = resolve(import.meta.dirname, 'src')
const WORDS = resolve(SOURCES, 'messages')
export const WORKER = resolve(SOURCES, 'offline/worker.ts')

/** A colour of the tokens by day and by lantern light. */
function colour(name: string): [string, string] {
  const tokens = readFileSync(resolve(SOURCES, 'tokens.css'), 'utf8')
  const [, day, lantern] = tokens.match(new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`)) ?? []
  if (!day || !lantern) throw new Error(`there is no colour ${name} by day and by lantern light`)
  return [day, lantern]
}

/** The words of all areas, by language. */
function catalogues(): Record<string, Words> {
  const languages = readdirSync(resolve(WORDS, 'shell')).map((file) => file.split('.')[0]!)
  const read = (area: string, language: string) =>
    JSON.parse(readFileSync(resolve(WORDS, area, `${language}.json`), 'utf8')) as Words[string]
  const all = (language: string) => readdirSync(WORDS).map((area) => [area, read(area, language)])
  return Object.fromEntries(languages.map((language) => [language, Object.fromEntries(all(language))]))
}

export function installable(): Plugin {
  const [day, lantern] = colour('bero')
  const frame = (content: string, theme: string): HtmlTagDescriptor => ({
    tag: 'meta',
    attrs: { name: 'theme-color', content, 'data-theme': theme, media: `(prefers-color-scheme: ${theme})` },
  })
  return {
    name: 'installable',
    transformIndexHtml: () => [frame(day, 'light'), frame(lantern, 'dark')],
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const [language, words] of Object.entries(catalogues())) {
          const source = JSON.stringify(manifest(language, words, day))
          this.emitFile({ type: 'asset', fileName: `manifest/${language}.webmanifest`, source })
        }
        const entries = Object.values(bundle).filter((file) => file.type === 'chunk' && file.isEntry)
        const worker = entries.find((file) => file.fileName === 'sw.js') as Rollup.OutputChunk
        const page = entries.find((file) => file !== worker)!
        const ahead = JSON.stringify(foreseen(bundle, page.fileName))
        this.emitFile({ type: 'asset', fileName: 'ahead.json', source: ahead })
        const files = keepable(bundle, page.fileName)
        const name = `tenka ${createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12)}`
        const edition = JSON.stringify({ files, entry: `/${page.fileName}`, name })
        worker.code = `const EDITION=${edition};${worker.code}`
      },
    },
  }
}
