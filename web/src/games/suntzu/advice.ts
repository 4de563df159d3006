/** Decisions that somebody would make, in words and as places on the map. */
import { language, t } from '../../lib/i18n.svelte'
import type { Advice, Advised } from '../face'
import type { CardName, ProvinceName, SunTzuView } from './view'
import { cardName, provinceWords } from './words'

export function advice(decisions: string[], view: SunTzuView, seat: number, beside: string[] = []): Advice {
  const told = decisions
    .filter((text) => !(text.includes('=') && beside.includes(text)))
    .map((text) => adviceOn(text, view, seat))
  return { words: told.map(({ words }) => words).join(', '), places: told.flatMap(({ places }) => places) }
}

function adviceOn(text: string, view: SunTzuView, seat: number): Advice {
  const [province, card] = text.split('=') as [ProvinceName, CardName?]
  if (card) return at(`${provinceWords(province)}: ${cardName(card)}`, { at: province, what: card })
  const [, verb = text, what = ''] = /^(\S+) (.+)$/.exec(text) ?? []
  const name = what as ProvinceName
  switch (verb) {
    case 'pass':
      return at(t('suntzu.do.pass'))
    case 'general':
      return at(t('suntzu.do.choose', { general: t(`suntzu.general.${what}`) }))
    case 'battle':
      return at(t('suntzu.do.fight', { province: provinceWords(name) }), { at: name })
    case 'under':
      return at(t('suntzu.do.keep', { cards: kept(view, seat, what as CardName) }))
    case 'from':
      if (what === 'pool') return at(t('suntzu.do.from_pool'))
      return at(t('suntzu.do.from', { province: provinceWords(name) }), { at: name })
    case 'march': {
      const [from, to] = what.split('>') as [ProvinceName, ProvinceName]
      return at(`${using(verb)}: ${provinceWords(from)} → ${provinceWords(to)}`, { at: to, from })
    }
    case 'reinforce':
    case 'remove':
      if (what.startsWith('-'))
        return at(t('suntzu.do.discard', { card: cardName(what.slice(1) as CardName) }))
      return at(`${using(verb)}: ${provinceWords(name)}`, { at: name })
    case 'recall':
      return at(using(seat === 0 ? 'recall -1' : 'recall plague'))
    default:
      return at(using(text))
  }
}

function at(words: string, ...places: Advised[]): Advice {
  return { words, places }
}

function using(general: string): string {
  return t('suntzu.do.use', { general: t(`suntzu.general.${general}`) })
}

/** The cards just drawn, without the one that goes under the pile. */
function kept(view: SunTzuView, seat: number, under: CardName): string {
  const { drawn } = view.players[seat]!
  const cards = drawn.toSpliced(drawn.indexOf(under), 1).map(cardName)
  return new Intl.ListFormat(language()).format(cards)
}
