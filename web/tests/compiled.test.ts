/** What a build makes of messages says the same. */
import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'vitest'
import { compile } from '../messages'
import { filled } from '../src/lib/plain'

const files = import.meta.glob<Record<string, string>>('../src/messages/*/*.json', {
  eager: true,
  import: 'default',
})
/** The same value for every name that messages have. */
const values = (n: number) => new Proxy({}, { get: () => n, has: () => true })

test('a message that was read beforehand says what its text says', () => {
  for (const [path, catalogue] of Object.entries(files)) {
    const language = path.match(/(\w+)\.json$/)![1]!
    for (const [key, text] of Object.entries(catalogue)) {
      const said = compile(text)
      for (const n of [1, 2, 5]) {
        const expected = new IntlMessageFormat(text, language).format(values(n))
        const now =
          typeof said === 'string'
            ? filled(said, values(n))
            : new IntlMessageFormat(said, language).format(values(n))
        expect(now, `${path} ${key}`).toBe(expected)
      }
    }
  }
})
