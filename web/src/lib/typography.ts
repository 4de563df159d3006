/**
 * Lines that break where a printer would break them: in Polish and Russian a word of one letter does
 * not end a line, and a dash does not begin one. And what breaks nowhere.
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

/** How many letters cannot be parted: a line with a long word is written smaller. */
export function longestWord(text: string): number {
  return Math.max(...text.split(/[\s-]/).map((word) => word.length))
}
