/**
 * Messages are read when the client is built: those whose words depend on their values become what the reader
 * makes of them, so that no page carries the reader, or reads a message before it can say it.
 */
import { IntlMessageFormat } from 'intl-messageformat'
import type { Plugin } from 'vite'
import { isPlain, type Message } from './src/lib/plain'

const CATALOGUE = /\/src\/messages\/[\w-]+\/\w+\.json$/
const READER = '@formatjs/icu-messageformat-parser'

/** A message as a page gets it. */
export function compile(text: string): Message {
  return isPlain(text) ? text : new IntlMessageFormat(text).getAst()
}

export function messages(): Plugin {
  return {
    name: 'messages',
    apply: 'build',
    enforce: 'pre',
    config: () => ({ resolve: { alias: [{ find: READER, replacement: `${READER}/no-parser.js` }] } }),
    transform(text, id) {
      if (!CATALOGUE.test(id)) return null
      const catalogue = Object.entries(JSON.parse(text) as Record<string, string>)
      return JSON.stringify(Object.fromEntries(catalogue.map(([key, said]) => [key, compile(said)])))
    },
  }
}
