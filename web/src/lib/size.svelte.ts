/**
 * The size of the interface, for what is measured by script. `theme.css` decides it as the root's font
 * size; style sheets follow it by themselves.
 */

/** The root's font size at which a pixel of the style sheets is one of the screen. */
const REM = 16
const root = $state({ size: REM })

/** The smallest letters that anybody is asked to read, in pixels. */
export const LEGIBLE = 11

/** Read it again: the window or the reader's wish has changed. */
export function fit(): void {
  root.size = parseFloat(getComputedStyle(document.documentElement).fontSize)
}

/** How many pixels of the screen one pixel of the style sheets is. */
export function interfaceScale(): number {
  return root.size / REM
}

/** A length in pixels of the style sheets, for an attribute. */
export function rem(pixels: number): string {
  return `${pixels / REM}rem`
}
