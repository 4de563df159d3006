import { has, t } from '../lib/i18n.svelte'

/** What is counted in the statistics, in words. */
export function figureOf(name: string): string {
  const key = name.replaceAll(' ', '_')
  return has(`shell.figure.${key}`) ? t(`shell.figure.${key}`) : name
}
