/** Messages in which nothing is to be chosen or counted: names stand for values, and that is all. */
import type { IntlMessageFormat } from 'intl-messageformat'

/** A plain text, or what was read from one whose words depend on its values. */
export type Message = string | ReturnType<IntlMessageFormat['getAst']>
export type Values = Record<string, string | number>

const PLAIN = /^(?:[^{}'<]|{\w+})*$/

export function isPlain(text: string): boolean {
  return PLAIN.test(text)
}

/** A plain text with the values in their places. */
export function filled(text: string, values: Values = {}): string {
  return text.replaceAll(/{(\w+)}/g, (name, key: string) => String(values[key] ?? name))
}
