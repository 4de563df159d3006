/** What a build makes of messages says the same. */
import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'vitest'
import { compile } from '../messages'
import { FORMATTERS } from '../src/lib/counting'
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
      for (const n of [1, 2, 5, 1234]) {
        const expected = new IntlMessageFormat(text, language).format(values(n))
        const now =
          typeof said === 'string'
            ? filled(said, values(n))
            : new IntlMessageFormat(said, language, undefined, { formatters: FORMATTERS }).format(values(n))
        expect(now, `${path} ${key}`).toBe(expected)
      }
    }
  }
})

test.each(['en', 'pl', 'ru', 'de'])(
  'small numbers are counted as the browser counts them (%s)',
  (language) => {
    const [rules, numbers] = [FORMATTERS.getPluralRules(language), FORMATTERS.getNumberFormat(language)]
    const ordinal = { type: 'ordinal' } as const
    const [places, ownPlaces] = [
      FORMATTERS.getPluralRules(language, ordinal),
      new Intl.PluralRules(language, ordinal),
    ]
    const [own, ownNumbers] = [new Intl.PluralRules(language), new Intl.NumberFormat(language)]
    for (const n of [...Array(1300).keys(), -1, -3, 0.5, 1.5, 2e6]) {
      expect(rules.select(n), String(n)).toBe(own.select(n))
      expect(places.select(n), String(n)).toBe(ownPlaces.select(n))
      expect(numbers.format(n)).toBe(ownNumbers.format(n))
    }
  },
)
