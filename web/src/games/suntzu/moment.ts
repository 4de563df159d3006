/** When in the game a position is, in a few words. */
import { t } from '../../lib/i18n.svelte'
import type { SunTzuView } from './view'

export function moment(view: SunTzuView): string {
  if (!view.round) return t('suntzu.moment.start')
  const now = t('suntzu.moment.round', { round: view.round })
  if (view.phase === 'over') return now
  const parts = [now, t('suntzu.moment.points', { rounds: view.rounds_to_points })]
  if (view.great_plague) parts.push(t('suntzu.general.great plague'))
  return parts.join(' · ')
}
