/** Journal entries as sentences. */
import { t, type Values } from '../../lib/i18n.svelte'
import { applyTo, told, type ByKind, type Person } from '../face'
import { isChest, type ShogunEntry } from './view'
import { cardName, eventEffect, eventName, provinceName, slug } from './words'

type NameOf = (seat: number) => string

/** The kinds whose sentence needs only their own numbers and names. */
const PLAIN = new Set<ShogunEntry['kind']>([
  'card taken',
  'card drawn',
  'cards exchanged',
  'armies placed',
  'planned',
  'built',
  'calmed',
  'rice taken',
  'taxes taken',
  'marker added',
  'deployed',
  'moved',
  'revolt',
  'province won',
  'rice lost',
  'rice short',
  'points for land',
  'points for most',
  'points',
  'first seat',
  'skipped',
])

const list = (words: string[]) => words.join(', ')
const cubes = (counts: number[], name: NameOf) =>
  list(
    counts.flatMap((n, at) => {
      if (!n) return []
      return at === counts.length - 1
        ? t('shogun.log.peasants', { n })
        : t('shogun.log.cubes', { n, name: name(at) })
    }),
  )

const TOLD: ByKind<ShogunEntry, [NameOf], string> = {
  'cards opened': (e) =>
    t('shogun.log.cards_opened', { left: provinceName(e.left), right: provinceName(e.right) }),
  events: (e) =>
    t('shogun.log.events', { year: e.year, events: list(e.cards.map(({ effect }) => eventName(effect))) }),
  round: (e) => t('shogun.log.round', { year: e.year, season: t(`shogun.season.${e.season}`) }),
  'action opened': (e) => t('shogun.log.action_opened', { action: t(`shogun.action.${e.action}`) }),
  'fields left empty': (e, name) =>
    t('shogun.log.fields_left_empty', {
      name: name(e.player),
      fields: list(e.fields.map((field: string) => t(`shogun.field.${field}`))),
    }),
  event: (e) =>
    t('shogun.log.event', { event: eventName(e.card.effect), effect: eventEffect(e.card.effect) }),
  bid: (e, name) => {
    const chest = isChest(e.card)
    const values = {
      name: name(e.player),
      chests: e.paid,
      province: chest || e.card === '-' ? '' : provinceName(e.card),
    }
    if (chest) return t('shogun.log.bid', values)
    return e.card === '-' ? t('shogun.log.bid_nothing', values) : t('shogun.log.bid_province', values)
  },
  'order of choice': (e, name) => t('shogun.log.order_of_choice', { names: list(e.players.map(name)) }),
  'place taken': (e, name) =>
    t('shogun.log.place_taken', {
      name: name(e.player),
      place: e.place,
      special: t(`shogun.special.${slug(e.special)}`),
    }),
  'turn order': (e, name) => t('shogun.log.turn_order', { names: list(e.players.map(name)) }),
  action: (e) => t('shogun.log.action', { action: t(`shogun.action.${e.action}`) }),
  'card opened': (e, name) =>
    isChest(e.card) || e.card === '-'
      ? t('shogun.log.passes', { name: name(e.player), action: t(`shogun.action.${e.action}`) })
      : t('shogun.log.opens', {
          name: name(e.player),
          action: t(`shogun.action.${e.action}`),
          card: cardName(e.card),
        }),
  attack: (e, name) => {
    const values = {
      name: name(e.player),
      province: provinceName(e.province),
      source: provinceName(e.source),
      armies: e.armies,
    }
    if (e.defender === null) return t('shogun.log.attack_neutral', values)
    return t('shogun.log.attack', { ...values, defender: name(e.defender) })
  },
  'army added': (e, name) => {
    const values = { name: name(e.player) }
    return t(`shogun.log.army_added_${e.reason}`, values)
  },
  'tower filled': (e, name) => t('shogun.log.tower_filled', { cubes: cubes(e.cubes, name) }),
  'stayed inside': (e, name) =>
    t('shogun.log.stayed_inside', { cubes: cubes(e.cubes, name) || t('shogun.cubes.none') }),
  thrown: (e, name) => t('shogun.log.thrown', { cubes: cubes(e.cubes, name) }),
  fell: (e, name) => t('shogun.log.fell', { cubes: cubes(e.cubes, name) || t('shogun.cubes.none') }),
  'battle result': (e) =>
    t(`shogun.log.result_${slug(e.result)}`, { province: provinceName(e.province), armies: e.armies }),
  'province lost': (e, name) => {
    const values: Values = { name: name(e.player), province: provinceName(e.province) }
    if (e.field === 'hand') return t('shogun.log.province_lost', values)
    return t('shogun.log.province_lost_field', { ...values, action: t(`shogun.action.${e.field}`) })
  },
  'revolts drawn': (e, name) =>
    t('shogun.log.revolts_drawn', { name: name(e.player), provinces: list(e.provinces.map(provinceName)) }),
  over: () => t('shogun.log.over'),
}

export function narrate(entry: ShogunEntry, people: Person[]): string | null {
  const name = (seat: number) => people[seat]?.name ?? ''
  const sentence = applyTo(TOLD, entry, name)
  if (sentence !== undefined) return sentence
  return PLAIN.has(entry.kind) ? t(`shogun.log.${slug(entry.kind)}`, valuesOf(entry, name)) : null
}

/** An entry's numbers and words, those in words that have some. */
function valuesOf(entry: ShogunEntry, name: NameOf): Values {
  const values: Values = {}
  for (const [field, value] of Object.entries(entry)) {
    if (typeof value === 'string' || typeof value === 'number') values[field] = value
  }
  const [player, province, source] = [told(entry, 'player'), told(entry, 'province'), told(entry, 'source')]
  if (player !== undefined) values.name = name(player)
  if (province) values.province = provinceName(province)
  if (source) values.source = provinceName(source)
  if ('region' in entry) values.region = t(`shogun.region.${entry.region}`)
  if ('action' in entry) values.action = t(`shogun.action.${entry.action}`)
  return values
}
