/** Journal entries as sentences in the present tense. */
import { language, t, type Values } from '../../lib/i18n.svelte'
import { told, type OfKind, type Person } from '../face'
import type { SamuraiEntry } from './view'
import { listed, nameOf, placeWords, tileWords, townWords } from './words'

export function narrate(entry: SamuraiEntry, people: Person[]): string | null {
  const player = told(entry, 'player')
  const name = player === undefined ? '' : nameOf(people, player)
  const settlement = told(entry, 'settlement')
  const place = settlement === undefined ? '' : townWords(settlement)
  switch (entry.kind) {
    case 'first player':
      return t('samurai.log.first', { name })
    case 'hand chosen':
      return t('samurai.log.hand', { name })
    case 'dealt':
      return t('samurai.log.dealt', { name })
    case 'figure placed':
      return t('samurai.log.placed', { name, figure: entry.figure, place })
    case 'passed':
      return t('samurai.log.passed', { name })
    case 'laid':
      return t('samurai.log.laid', tileAt(entry, people))
    case 'taken back':
      return t('samurai.log.taken-back', tileAt(entry, people))
    case 'figures swapped':
      return t('samurai.log.swapped', {
        name,
        figure: entry.figure,
        place,
        other: entry.other_figure,
        elsewhere: townWords(entry.other_settlement),
      })
    case 'captured':
      return t('samurai.log.captured', { name, figure: entry.figure, place, strength: entry.strength })
    case 'set aside':
      return t('samurai.log.aside', { figure: entry.figure, place })
    case 'drawn':
      return entry.tiles
        ? t('samurai.log.drawn', { name, tiles: entry.tiles.map(tileWords).join(', ') })
        : null
    case 'over':
      return t('samurai.log.over', {
        names: listed(people, entry.winners, language()),
        count: entry.winners.length,
      })
    default:
      return null
  }
}

function tileAt(
  { player, tile, hex }: OfKind<SamuraiEntry, 'laid' | 'taken back'>,
  people: Person[],
): Values {
  return {
    name: nameOf(people, player),
    tile: tileWords(tile),
    where: placeWords(hex, people.length),
  }
}
