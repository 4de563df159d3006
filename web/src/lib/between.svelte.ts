/** Strengths of bots between two levels, as the server names them, and of what each is made. */
import type { House } from './wire'

type Between = House['between'][number]

let known = $state.raw<Between[]>([])

/** Take in what the server tells of them. */
export function hearBetween(told: Between[]): void {
  known = told
}

/** Of what a strength is made; nothing, if it is a level. */
export function betweenLevels(strength: string): Between | undefined {
  return known.find(({ name }) => name === strength)
}
