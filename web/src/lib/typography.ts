/**
 * Lines that break where a printer would break them: in Polish and Russian a word of one letter does
 * not end a line, and a dash does not begin one.
 */
import type { Language } from './i18n.svelte'

const FIRM = '\u00a0' // a space at which no line ends
const SHORT: Record<Language, RegExp> = {
  pl: /(?<=^|[\s(„])([aiouwz]) /giu,
  ru: /(?<=^|[\s(«])([авикосуя]) /giu,
}

/** A text with firm spaces where its language wants them. */
export function firmly(text: string, language: Language): string {
  const short = SHORT[language]
  if (!short) return text
  return text.replace(short, `$1${FIRM}`).replace(/ (?=[–—] )/g, FIRM)
}
