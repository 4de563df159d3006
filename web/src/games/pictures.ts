/** The games' prints, for the lobby. */
import type { Component } from 'svelte'

/** A print of a game, and what is written on its seal. */
interface Picture {
  default: Component
  signs: string
}
const drawn = import.meta.glob<Picture>('./*/Picture.svelte', { eager: true })

export const pictures: Partial<Record<string, Picture>> = Object.fromEntries(
  Object.entries(drawn).map(([path, picture]) => [path.split('/').at(-2), picture]),
)
