/** Shogun's pieces and cards in words. */
import { t } from '../../lib/i18n.svelte'
import type { Names } from '../face'
import { isChest, type Province, type ShogunView } from './view'

export function provinceName(name: string): string {
  return t(`shogun.province.${name}`)
}

export function clanName(view: ShogunView, player: number): string {
  return t(`shogun.clan.${view.players[player]?.clan ?? ''}`)
}

/** A province with all that lies there, for those who hear the map. */
export function provinceInWords(province: Province, view: ShogunView): string {
  const parts = [
    province.owner === null
      ? t('shogun.map.neutral', { province: provinceName(province.name) })
      : t('shogun.map.owned', {
          province: provinceName(province.name),
          clan: clanName(view, province.owner),
          armies: province.armies,
        }),
    t(`shogun.region.${province.region}`),
    ...province.buildings.map((building) => t(`shogun.building.${building}`)),
  ]
  if (province.markers) parts.push(t('shogun.map.markers', { markers: province.markers }))
  return parts.join(', ')
}

/** A card on a field: a province, so many chests, none, or one that is not yet open. */
export function cardName(card: string): string {
  if (card === '-') return t('shogun.card.none')
  if (card === 'closed') return t('shogun.card.closed')
  if (card === 'chest') return t('shogun.card.chest')
  return isChest(card) ? t('shogun.card.chests', { chests: Number(card.slice(5)) }) : provinceName(card)
}

/** What an event does, short and in full. */
export function eventName(effect: string): string {
  return t(`shogun.event.${slug(effect)}`)
}

export function eventEffect(effect: string): string {
  return t(`shogun.effect.${slug(effect)}`)
}

/** 'six armies' is the message 'six_armies'. */
export function slug(words: string): string {
  return words.replaceAll(' ', '_').replaceAll("'", '')
}

/** What the things that refusals speak of are called. */
export const names: Names = {
  province: provinceName,
  source: provinceName,
  target: provinceName,
  other: provinceName,
  card: cardName,
  field: (field) => t(`shogun.field.${field}`),
}
