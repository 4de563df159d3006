/** The position in words: what is asked, what a province holds, how it ended. */
import { language, t } from '../../lib/i18n.svelte'
import type { Fact, Names, Person } from '../face'
import type { Desk } from './desk.svelte'
import {
  isFramed,
  ROUNDS,
  type CardName,
  type Province,
  type ProvinceName,
  type SunTzuTable,
  type SunTzuView,
} from './view'

export function cardName(card: CardName): string {
  return card === 'plague' ? t('suntzu.plague') : card.replace('-', '−')
}

export function provinceWords(name: ProvinceName): string {
  return t(`suntzu.province.${name}`)
}

/** What a card does, in a sentence. */
export function cardDoes(card: CardName): string {
  const special = ['1', '6', '+2', '+3', 'plague'].includes(card)
  const kind = special ? card : card === '+1' || card === '-1' ? 'relative' : 'number'
  const does = t(`suntzu.does.${kind}`, { card: cardName(card) })
  return isFramed(card) ? `${does} ${t('suntzu.framed')}` : does
}

/** Signed, as points on a track to one end are. */
function signed(n: number): string {
  return n > 0 ? `+${n}` : String(n).replace('-', '−')
}

export function facts(view: SunTzuView, seat: number): Fact[] {
  const onBoard = view.provinces.reduce((sum, province) => sum + province.armies[seat]!, 0)
  return [
    { label: t('suntzu.fact.points'), value: signed(view.players[seat]!.points) },
    { label: t('suntzu.fact.board'), value: onBoard },
    { label: t('suntzu.fact.cards'), value: view.players[seat]!.hand_size },
  ]
}

/** An answer in advance. */
export function advance(name: string): string {
  const [kind, province] = name.split(' ')
  return t(`suntzu.advance.${kind}`, { province: province ? provinceWords(province as ProvinceName) : '' })
}

const slug = (words: string) => words.replace(/\W+/g, '_')

/** What is asked of the viewer, or whom we wait for. */
export function asks(table: SunTzuTable): string {
  const { view, seat } = table
  if (view.phase === 'over') return ending(view)
  if (!table.legal.length || seat === null) return waiting(table)
  const side = view.players[seat]!
  return t(`suntzu.ask.${slug(view.phase)}`, {
    province: view.battle ? provinceWords(view.battle) : '',
    n: view.owed,
    kept: side.drawn.length - 1,
    event: view.event ? t(`suntzu.event.${view.event}`) : '',
  })
}

function waiting(table: SunTzuTable): string {
  const { to_act: asked } = table.view
  const names = table.people.filter(({ seat }) => asked.includes(seat))
  // Whoever is asked and may not answer yet reads something first.
  if (!names.length || names.some(({ seat }) => seat === table.seat)) return t('suntzu.wait.table')
  const list = new Intl.ListFormat(language()).format(names.map((person: Person) => person.name))
  return t(`suntzu.wait.${table.view.phase === 'orders' ? 'orders' : 'other'}`, {
    names: list,
    n: names.length,
  })
}

/** While something is being put together on the board, what comes next. */
export function sentenceOf(desk: Desk): string | null {
  const { picked } = desk
  if (desk.passes) return t('suntzu.wait.table')
  if (picked?.kind === 'deed') return t(`suntzu.say.${picked.deed}${picked.from ? ' on' : ''}`)
  if (!desk.ordering) return null
  if (picked?.kind === 'card') return t('suntzu.say.where', { card: cardName(desk.pickedCard!) })
  if (picked?.kind === 'province') return t('suntzu.say.which', { province: provinceWords(picked.name) })
  return t('suntzu.say.orders', { n: desk.missing })
}

/** A province for a screen reader. */
export function describeProvince(desk: Desk, province: Province): string {
  const parts: string[] = [provinceWords(province.name)]
  const holder = province.armies.findIndex((armies) => armies > 0)
  const side = t(`suntzu.side.${Math.max(0, holder)}`)
  parts.push(
    holder < 0 ? t('suntzu.tell.neutral') : t('suntzu.tell.armies', { side, n: province.armies[holder]! }),
  )
  if (province.worth !== null) parts.push(t('suntzu.tell.points', { n: province.worth }))
  province.six_used.forEach((used, seat) => {
    if (used) parts.push(t('suntzu.tell.six', { side: t(`suntzu.side.${seat}`) }))
  })
  desk.cardsIn(province).forEach((card, seat) => {
    const told = card === 'closed' ? t('suntzu.tell.closed') : card && cardName(card)
    if (told) parts.push(`${t(`suntzu.side.${seat}`)}: ${told}`)
  })
  return parts.join(', ')
}

export function ending(view: SunTzuView): string {
  const how = t(`suntzu.ended.${slug(view.ending ?? '')}`, { round: Math.min(view.round, ROUNDS) })
  const side = t(`suntzu.side.${view.winners[0] ?? 0}`)
  return `${how} ${t(`suntzu.decided.${slug(view.decided_by ?? '')}`, { side })}`
}

/** What the things that refusals speak of are called. */
export const names: Names = {
  province: (name) => provinceWords(name as ProvinceName),
  card: (name) => cardName(name as CardName),
}
