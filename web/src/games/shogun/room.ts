/** The room that a banner and what stands beside it take, about a province's label. */
import type { Frame } from '../../pieces/zoom.svelte'

/** From one site to the next. */
export const STEP = { across: 17, up: 15.5 }
/** So many sites stand above each other: as high as the banner. */
export const COLUMN = 3
/** The lower edge of the banner, from the label. */
export const FOOT = 31

/** How broad a banner is with its pole; two figures need more. */
export function clothOf(armies: number): number {
  return armies > 9 ? 34 : 28
}

/** The box of a banner with so many sites and revolt tokens beside it. */
export function boxOf([x, y]: readonly [number, number], sites: number): Frame {
  const width = clothOf(1) + Math.ceil(sites / COLUMN) * STEP.across
  return { x: x - width / 2, y: y + FOOT - 41, width, height: 48 }
}
