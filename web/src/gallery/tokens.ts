/** The tokens as the style sheets have them, to be shown. */
import house from '../tokens.css?raw'

export interface Token {
  name: string
  value: string
}

const games = import.meta.glob<string>('../games/*/tokens.css', {
  eager: true,
  query: '?raw',
  import: 'default',
})
/** The house's own style sheet, then those of the games. */
export const SHEETS = [house, ...Object.values(games)]

/** All tokens of a style sheet's first rule. */
export function tokensIn(sheet: string): Token[] {
  const rule = sheet.slice(sheet.indexOf(':root {'), sheet.indexOf('\n}'))
  return [...rule.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => ({
    name: name!,
    value: value!,
  }))
}

/** What a token is, by its value. */
export function kindOf({ name, value }: Token): 'colour' | 'type' | 'time' | 'space' {
  if (/\d+ms|cubic-bezier/.test(value)) return 'time'
  if (/serif$/.test(value)) return 'type'
  if (/^(#|light-dark|repeating-linear-gradient|var\(--(?:key|on-player))/.test(value) && name !== '--shadow')
    return 'colour'
  return 'space'
}
