/** The tokens as the style sheet has them, to be shown. */

export interface Token {
  name: string
  value: string
}

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
