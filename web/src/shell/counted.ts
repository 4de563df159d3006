import { has, t } from '../lib/i18n.svelte'

/** What is counted in a game's statistics, in its own words; a game without words has its names. */
export function counted(game: string, name: string): string {
  const key = `${game}.counted.${name.replaceAll(' ', '_')}`
  return has(key) ? t(key) : name
}
