/** Shogun's face: its board, and words for what is asked and what happened. */
import { t } from '../../lib/i18n.svelte'
import type { Face } from '../face'
import { advice } from './advice'
import Again from './Again.svelte'
import Board from './Board.svelte'
import { enact } from './enact'
import { nameOf, throwsIn } from './fight'
import { moment } from './moment'
import { narrate } from './narrate'
import { placesOf } from './places'
import { sound } from './sounds'
import { stage } from './stage'
import { FIELDS, type ShogunEntry, type ShogunTable, type ShogunView } from './view'
import { courseOf } from './tower/workshop'
import { clanName, names, provinceName, slug } from './words'

/** The phases in which the question is the same whatever lies on the table. */
const SIMPLE = new Set(['draft', 'places', 'revolts', "attacker's army", "defender's army"])

/** Lines of the log from which a throw can be watched again. */
const REPEATED = new Set<ShogunEntry['kind']>(['attack', 'revolt', 'battle result', 'stayed inside'])

function asks(table: ShogunTable): string {
  const { view, people } = table
  if (view.phase === 'over') return ending(view)
  if (table.seat === null || !view.to_act.includes(table.seat)) {
    const names = view.to_act.map((seat) => people[seat]?.name ?? '').join(', ')
    return names ? t('shogun.wait.for', { names, count: view.to_act.length }) : t('shogun.wait.watch')
  }
  if (view.phase === 'army group')
    return t('shogun.ask.army_group', { province: provinceName(view.draft?.taken ?? '') })
  if (view.phase === 'target' || view.phase === 'armies') {
    return t('shogun.ask.target', { province: provinceName(view.march?.source ?? '') })
  }
  if (view.six_armies) return t('shogun.ask.six_armies', view.six_armies)
  if (view.phase === 'planning') return t('shogun.ask.plan', { fields: FIELDS.length })
  return SIMPLE.has(view.phase) ? t(`shogun.ask.${slug(view.phase)}`) : t('shogun.wait.watch')
}

function ending(view: ShogunView): string {
  const names = view.winners.map((seat) => clanName(view, seat)).join(', ')
  return t(`shogun.ending.${slug(view.decided_by ?? 'points')}`, { names })
}

/** What will fall from the tower begins to roll before it is seen. */
function foresee(entries: ShogunEntry[], view: ShogunView): void {
  for (const fight of throwsIn(entries, view.options.players)) {
    void courseOf({ ...fight, battle: nameOf(fight) }).catch(() => {}) // who shows it asks again
  }
}

export const face: Face<ShogunView, ShogunEntry> = {
  Board,
  asks,
  moment,
  facts: (view, seat) => [
    { label: t('shogun.fact.points'), value: view.players[seat]!.points },
    {
      label: t('shogun.fact.chests'),
      value: view.players[seat]!.chests,
      brief: view.phase === 'planning',
    },
    { label: t('shogun.fact.rice'), value: view.players[seat]!.rice },
  ],
  narrate,
  stage,
  foresee,
  sound,
  secret: ({ phase }) => phase === 'planning',
  advance: (name) => t(`shogun.advance.${name}`),
  places: placesOf,
  mark: ({ kind }) => (kind === 'round' ? 'round' : kind === 'battle result' ? 'battle' : null),
  advice,
  enact,
  clan: clanName,
  colour: (seat) => seat,
  ending,
  names,
  repeats: ({ kind }) => REPEATED.has(kind),
  Again,
}
