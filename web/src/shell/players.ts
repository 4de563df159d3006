import type { Person } from '../games/face'
import { has, t } from '../lib/i18n.svelte'

/** The level of a bot in words; a level that we have no words for, as the server calls it. */
export function levelOf(level: string): string {
  return has(`shell.level.${level}`) ? t(`shell.level.${level}`) : level
}

/** What stands below a player's name: the clan, and who plays it. */
export function sublineOf(person: Person, clan: string, seat: number | null, absent: number[]): string {
  const parts = clan === person.name ? [] : [clan]
  if (absent.includes(person.seat)) parts.push(t('shell.player.stand_in'))
  else if (person.kind === 'bot') parts.push(t('shell.player.bot', { level: levelOf(person.level ?? '') }))
  else if (person.mine) parts.push(t(person.seat === seat ? 'shell.player.you' : 'shell.player.here'))
  return parts.join(' · ')
}
