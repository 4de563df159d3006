/**
 * Forms and digits of small whole numbers, which nearly all are. The browser knows them as well, but asking it for
 * a language's rules takes longer than all the words of a table.
 */
import type { Formatters } from 'intl-messageformat'

type Form = Intl.LDMLPluralRule

const few = (n: number) => n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14)
/** The form that goes with a whole number, by language. */
const FORMS: Record<string, (n: number) => Form> = {
  en: (n) => (n === 1 ? 'one' : 'other'),
  pl: (n) => (n === 1 ? 'one' : few(n) ? 'few' : 'many'),
  ru: (n) => (n % 10 === 1 && n % 100 !== 11 ? 'one' : few(n) ? 'few' : 'many'),
}
/** From here on digits stand in groups. */
const GROUPED = 1000

const small = (n: number) => Number.isInteger(n) && n >= 0 && n < GROUPED
const codeOf = (locales: unknown) => String(locales).split('-')[0]!

/** The browser's own, asked for once. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

const rules = new Map<string, Intl.PluralRules>()
const numbers = new Map<string, Intl.NumberFormat>()

/** What messages are filled in with. */
export const FORMATTERS: Formatters = {
  getDateTimeFormat: (...how) => new Intl.DateTimeFormat(...how),
  getPluralRules(locales, how) {
    const key = `${String(locales)} ${how?.type}`
    if (!rules.has(key)) {
      const own = once(() => new Intl.PluralRules(String(locales), how))
      const formOf = how?.type === 'ordinal' ? undefined : FORMS[codeOf(locales)]
      const select = (n: number) => (formOf && small(n) ? formOf(n) : own().select(n))
      rules.set(key, { select } as Intl.PluralRules)
    }
    return rules.get(key)!
  },
  getNumberFormat(locales, how) {
    const key = `${String(locales)} ${JSON.stringify(how)}`
    if (!numbers.has(key)) {
      const own = once(() => new Intl.NumberFormat(String(locales), how))
      const format = (n: number) => (!how && small(n) ? String(n) : own().format(n))
      numbers.set(key, { format } as Intl.NumberFormat)
    }
    return numbers.get(key)!
  },
}
