/** The places on the board that can be chosen now, read from the legal decisions. */
import type { Legal } from '../face'
import { isHex } from './map'
import { FIGURES, type Figure, type HexName, type SamuraiView } from './view'

export interface Target {
  /** The decision in notation. */
  decision: string
  hex: HexName
  /** In a city a figure is chosen, not the place. */
  figure: Figure | null
}

const PLACES: SamuraiView['phase'][] = [
  'place the figure',
  'lay the tile',
  'take a tile back',
  'lift a figure',
  'swap the figure',
]

export function targetsOf(view: SamuraiView, legal: Legal[]): Target[] {
  if (!PLACES.includes(view.phase)) return []
  return legal.flatMap(({ text }) => targetOf(view, text) ?? [])
}

/** What a decision names on the board; nothing if it answers another question. */
export function targetOf(view: SamuraiView, text: string): Target | null {
  const figure = FIGURES.find((kind) => text.endsWith(` ${kind}`)) ?? null
  const place = figure ? text.slice(0, -figure.length - 1) : text
  const settlement = view.settlements.find(({ name }) => name === place)
  const hex = settlement?.hex ?? (isHex(place) ? place : null)
  return hex === null ? null : { decision: text, hex, figure }
}
