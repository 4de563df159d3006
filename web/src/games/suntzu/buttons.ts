/** The buttons of the moment: what is picked is carried out, and what needs no board is offered. */
import { language, t } from '../../lib/i18n.svelte'
import type { Button } from '../face'
import type { Desk } from './desk.svelte'
import { cardName, provinceWords } from './words'

export function buttonsOf(desk: Desk): Button[] {
  if (desk.ordering) return orderButtons(desk)
  if (desk.passes) return []
  const { choices, picked } = desk
  const buttons = [...windowButtons(desk), ...deedButtons(desk)]
  const goOn = (label: string, decision: string | undefined) =>
    buttons.push({
      label,
      main: true,
      disabled: decision === undefined,
      press: () => void desk.decide(decision!),
    })
  const card = picked?.kind === 'card' ? desk.pickedCard : null
  if (card && choices.discards.has(card))
    goOn(t('suntzu.do.discard', { card: cardName(card) }), choices.discards.get(card))
  else if (choices.provinces.size || choices.pool) goOn(...placeButton(desk))
  else if (choices.generals.size) goOn(...generalButton(desk))
  else if (choices.unders.size) goOn(...keepButton(desk))
  else if (choices.pass) goOn(t('suntzu.do.pass'), 'pass')
  return buttons
}

function orderButtons(desk: Desk): Button[] {
  const clear = { label: t('suntzu.do.clear'), press: () => desk.draft.clear(), disabled: !desk.draft.size }
  const confirm = {
    label: t('suntzu.do.order'),
    press: () => void desk.confirm(),
    main: true,
    disabled: desk.missing > 0,
    why: t('suntzu.say.orders', { n: desk.missing }),
  }
  return [clear, confirm]
}

/** In the windows of battles a player can pass for the rest of the round, or say more in advance. */
function windowButtons(desk: Desk): Button[] {
  if (desk.picked) return []
  if (desk.choices.generals.size && desk.choices.pass)
    return [{ label: t('suntzu.do.no_general'), press: () => void desk.decide('pass') }]
  const ahead = { label: t('suntzu.do.ahead'), press: () => desk.answerAhead() }
  const round = { label: t('suntzu.advance.round'), press: () => desk.passRound() }
  const battle = desk.choices.pass && desk.view.phase === 'window before battle'
  return [...(battle && desk.canPassRound ? [round] : []), ...(desk.canAnswerAhead ? [ahead] : [])]
}

/** Generals that act without a province, or wait for one. */
function deedButtons(desk: Desk): Button[] {
  if (desk.picked?.kind === 'deed')
    return [{ label: t('suntzu.do.cancel'), press: () => (desk.picked = null) }]
  return [...desk.choices.deeds].map(([deed, { decision }]) => {
    const general = desk.generalOf(deed)
    const label = t('suntzu.do.use', { general: t(`suntzu.general.${general}`) })
    if (!decision) return { label, press: () => (desk.picked = { kind: 'deed', deed, from: null }) }
    return { label, press: () => void desk.decide(decision), confirm: t(`suntzu.general.${general}.does`) }
  })
}

function placeButton(desk: Desk): [string, string | undefined] {
  const { provinces, pool } = desk.choices
  const naming = desk.view.phase === 'next battle'
  if (desk.picked?.kind === 'pool' && pool) return [t('suntzu.do.from_pool'), pool]
  if (desk.picked?.kind === 'province') {
    const { name } = desk.picked
    const province = provinceWords(name)
    const label = naming ? t('suntzu.do.fight', { province }) : t('suntzu.do.from', { province })
    return [label, provinces.get(name)]
  }
  return [naming ? t('suntzu.do.fight_where') : t('suntzu.do.from_where'), undefined]
}

function generalButton(desk: Desk): [string, string | undefined] {
  if (desk.picked?.kind !== 'general') return [t('suntzu.do.general'), undefined]
  const { name } = desk.picked
  return [t('suntzu.do.choose', { general: t(`suntzu.general.${name}`) }), desk.choices.generals.get(name)]
}

/** What is kept is chosen; the one card that is left over goes under the pile. */
function keepButton(desk: Desk): [string, string | undefined] {
  const { drawn, leaving } = desk
  if (leaving === null) return [t('suntzu.do.keep_which'), undefined]
  const cards = drawn.filter((_, at) => at !== leaving).map(cardName)
  const label = t('suntzu.do.keep', { cards: new Intl.ListFormat(language()).format(cards) })
  return [label, desk.choices.unders.get(drawn[leaving]!)]
}
