/** The tokens as the style sheet has them, to be shown. */

export interface Token {
  name: string
  value: string
}
export interface Group {
  /** The style sheet's own words about it. */
  about: string
  tokens: Token[]
}

/** All tokens of a style sheet's first rule, under the comments that they stand below. */
export function tokensIn(sheet: string): Group[] {
  const rule = sheet.slice(sheet.indexOf(':root {'), sheet.indexOf('\n}'))
  const groups: Group[] = []
  for (const [, about, name, value] of rule.matchAll(/\/\*\s*(.*?)\s*\*\/|(--[\w-]+):\s*([^;]+);/gs)) {
    if (about) groups.push({ about, tokens: [] })
    else groups.at(-1)?.tokens.push({ name: name!, value: value! })
  }
  return groups
}

/** What a token is, by its value. */
export function kindOf({ name, value }: Token): 'colour' | 'type' | 'time' | 'space' {
  if (/\d+ms|cubic-bezier/.test(value)) return 'time'
  if (/serif$/.test(value)) return 'type'
  if (/^(#|light-dark|repeating-linear-gradient|var\(--(?:key|on-player))/.test(value) && name !== '--shadow')
    return 'colour'
  return 'space'
}
