/** Decisions that somebody would make, in words and as places on the map. */
import { t } from '../../lib/i18n.svelte'
import type { Advice, Advised } from '../face'
import { FIELDS, provinceOf, type ShogunView } from './view'
import { cardName, provinceName, slug } from './words'

export function advice(decisions: string[], view: ShogunView, seat: number, beside: string[] = []): Advice {
  if (view.phase === 'planning') return planned(decisions, view, seat, beside)
  const words = decisions.map((text) => wordsOf(text, view))
  return { words: words.join(', '), places: decisions.flatMap((text) => placesOf(text, view)) }
}

/** Cards for the fields that are still empty, in their order, without those of the plan beside it. */
function planned(decisions: string[], view: ShogunView, seat: number, beside: string[]): Advice {
  const empty = FIELDS.filter((field) => view.players[seat]!.plan[field] === null)
  const laid = decisions
    .map((text, at) => ({
      field: empty[at] ?? 'bid',
      card: text.startsWith('bid=') ? text.slice(4) : text,
      same: text === beside[at],
    }))
    .filter(({ same }) => !same)
  const words = laid.map(({ field, card }) => `${t(`shogun.field.${field}`)}: ${cardName(card)}`)
  const provinces = laid.filter(({ card }) => provinceOf(view, card))
  return {
    words: words.join(', '),
    places: provinces.map(({ field, card }) => ({ at: card, what: field })),
  }
}

function wordsOf(text: string, view: ShogunView): string {
  if (text.startsWith('>')) {
    const target = provinceName(text.slice(1))
    return view.march ? `${provinceName(view.march.source)} → ${target}` : target
  }
  if (/^\d+$/.test(text)) return t('shogun.march.armies', { armies: Number(text) })
  if (text.startsWith('place ')) return placeWords(Number(text.slice(6)), view)
  switch (text) {
    case 'yes':
    case 'no':
    case 'stay':
      return t(`shogun.button.${text}`)
    case 'exchange':
      return t('shogun.draft.exchange')
    case 'pile':
      return t('shogun.draft.pile', { cards: view.draft?.pile_size ?? 0 })
    default:
      return provinceName(text)
  }
}

function placeWords(place: number, view: ShogunView): string {
  return t('shogun.track.take', {
    place,
    special: t(`shogun.special.${slug(view.places[place - 1]!.special)}`),
  })
}

function placesOf(text: string, view: ShogunView): Advised[] {
  const name = text.startsWith('>') ? text.slice(1) : text
  if (!provinceOf(view, name)) return []
  return [{ at: name, ...(text.startsWith('>') && view.march ? { from: view.march.source } : {}) }]
}
