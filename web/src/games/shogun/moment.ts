/** When in the game a position is, in a few words. */
import { t } from '../../lib/i18n.svelte'
import type { ShogunView } from './view'

export function moment(view: ShogunView): string {
  if (view.phase === 'over') return t('shogun.moment.over')
  if (view.draft) return t('shogun.moment.draft')
  return t('shogun.moment.round', { season: t(`shogun.season.${view.season}`), year: view.year })
}
