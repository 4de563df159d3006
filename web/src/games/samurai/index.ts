/** Samurai at the table: its board and its words. */
import { language, t } from '../../lib/i18n.svelte'
import type { Fact, Face, Person } from '../face'
import { seatOf } from '../lobby'
import { advice } from './advice'
import { asked } from './asked'
import Board from './Board.svelte'
import { enact } from './enact'
import { moment } from './moment'
import { narrate } from './narrate'
import { placesOf } from './places'
import { sound } from './sounds'
import { stage } from './stage'
import Verdict from './Verdict.svelte'
import { FIGURES, type SamuraiEntry, type SamuraiTable, type SamuraiView } from './view'
import { listed, nameOf, names, tileWords } from './words'

function asks(table: SamuraiTable): string {
  const { view, seat, people } = table
  if (view.phase === 'over') return asked(view)
  if (seat === null || !view.to_act.includes(seat)) return waits(view, people)
  return asked(view)
}

function waits(view: SamuraiView, people: Person[]): string {
  if (view.phase === 'choose hands') {
    const names = listed(people, view.to_act, language())
    return t('samurai.waits.choose', { names, count: view.to_act.length })
  }
  const name = nameOf(people, view.turn)
  if (view.tile_picked) return t('samurai.waits.holds', { name, tile: tileWords(view.tile_picked) })
  return view.phase === 'take a figure' || view.phase === 'place the figure'
    ? t('samurai.waits.figure', { name })
    : t('samurai.waits.turn', { name })
}

function facts(view: SamuraiView, seat: number): Fact[] {
  const { captured, hand_size, pile_size } = view.players[seat]!
  const figures = captured ? captured.helmet + captured.buddha + captured.rice : '?'
  return [
    { label: t('samurai.fact.figures'), value: figures },
    { label: t('samurai.fact.hand'), value: hand_size },
    { label: t('samurai.fact.pile'), value: pile_size },
  ]
}

function ending(view: SamuraiView): string {
  const gone = FIGURES.filter((figure) => view.ended_by.includes(figure))
  const reasons = gone.map((figure) => t('samurai.ending.gone', { figure }))
  if (view.ended_by.includes('fourth figure set aside')) reasons.push(t('samurai.ending.aside'))
  const decided = view.decided_by ? [t(`samurai.decided.${view.decided_by.replaceAll(' ', '-')}`)] : []
  return [...reasons, ...decided].join(' ')
}

export const face: Face<SamuraiView, SamuraiEntry> = {
  Board,
  asks,
  moment,
  facts,
  narrate,
  stage,
  sound,
  secret: ({ phase }) => phase !== 'take a figure' && phase !== 'place the figure',
  places: placesOf,
  mark: ({ kind }) => (kind === 'captured' || kind === 'set aside' ? 'battle' : null),
  advice,
  enact,
  clan: (_, seat) => seatOf('samurai', seat),
  colour: (seat) => seat,
  ending,
  names,
  Verdict,
}
