/** What is asked of a player, in a sentence. */
import { t } from '../../lib/i18n.svelte'
import type { SamuraiView } from './view'
import { tileWords, townWords } from './words'

export function asked(view: SamuraiView): string {
  switch (view.phase) {
    case 'choose hands':
      return t('samurai.asks.choose')
    case 'take a figure':
      return t('samurai.asks.take')
    case 'place the figure':
      return t('samurai.asks.place', { figure: view.figure_lifted ?? '' })
    case 'play a tile':
      return view.tiles_played ? t('samurai.asks.more') : t('samurai.asks.play')
    case 'lay the tile':
      return t('samurai.asks.lay', { tile: view.tile_picked ? tileWords(view.tile_picked) : '' })
    case 'take a tile back':
      return t('samurai.asks.take-back')
    case 'lift a figure':
      return t('samurai.asks.lift')
    case 'swap the figure':
      return t('samurai.asks.swap', {
        figure: view.figure_lifted ?? '',
        place: view.lifted_from ? townWords(view.lifted_from) : '',
      })
    case 'over':
      return t('samurai.asks.over')
  }
}
