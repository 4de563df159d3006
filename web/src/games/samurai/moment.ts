/** When in the game a position is, in a few words. */
import { t } from '../../lib/i18n.svelte'
import type { SamuraiView } from './view'

export function moment(view: SamuraiView): string {
  const left = view.stock.helmet + view.stock.buddha + view.stock.rice
  if (view.phase === 'over') return ''
  if (view.phase === 'choose hands') return t('samurai.moment.choose')
  if (left) return t('samurai.moment.stock', { count: left })
  return view.normal_played ? t('samurai.moment.fast') : t('samurai.moment.normal')
}
