/**
 * The interface grows with the window and with the reader's wish: `theme.css` says by how much, as the
 * root's font size. Style sheets are written in pixels of a window of 1440 by 900, and a build turns
 * these into rem. What is drawn in an SVG's own measure stays: a sheet that says OWN, strokes, shifts.
 */
import type { AtRule, Declaration, Plugin, Root } from 'postcss'

export const REM = 16
const OWN = "in the drawing's own measure"
const KEPT = /^(stroke|transform|translate)/

/** Lines of one or two pixels are lines at any size. */
export function grown(value: string): string {
  return value.replace(/(-?\d*\.?\d+)px\b/g, (px, number: string) =>
    Math.abs(Number(number)) <= 2 ? px : `${Number(number) / REM}rem`,
  )
}

function isOwn(sheet: Root): boolean {
  return sheet.some((node) => node.type === 'comment' && node.text.startsWith(OWN))
}

export function lengths(): Plugin {
  return {
    postcssPlugin: 'lengths',
    Once(sheet) {
      if (isOwn(sheet)) return
      sheet.walkDecls((line: Declaration) => {
        if (!KEPT.test(line.prop)) line.value = grown(line.value)
      })
      sheet.walkAtRules('container', (rule: AtRule) => {
        rule.params = grown(rule.params)
      })
    },
  }
}
