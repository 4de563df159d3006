/** What a plan cannot do as it stands. These are hints, and what they go by is the server's. */
import { t } from '../../lib/i18n.svelte'
import type { Budget, Laid, Unmanned, Unpaid } from './budget'
import { ACTIONS, provinceOf, type Action, type Field, type Province, type ShogunView } from './view'
import { provinceName } from './words'

export interface Warning {
  field: Field
  text: string
  /** Such a plan cannot be confirmed. */
  forbids?: boolean
}

/** What the server doubts of an action in a province, in words. */
function doubts(view: ShogunView, seat: number, action: Action, province: Province): string[] {
  const found = view.doubts.filter((doubt) => doubt.action === action && doubt.province === province.name)
  const about = { province: provinceName(province.name), action: t(`shogun.action.${action}`) }
  const { armies, markers: peasants } = province
  return found.map(({ why }) => {
    if (why === 'revolt') return t('shogun.warn.revolt', { ...about, armies, peasants })
    if (why === 'reserve') return t('shogun.warn.reserve', { ...about, armies: view.players[seat]!.reserve })
    return t(`shogun.warn.${why}`, about)
  })
}

function tooDear(view: ShogunView, laid: Laid, { action, chests, hidden }: Unpaid): string {
  const about = { province: provinceName(laid[action]!), action: t(`shogun.action.${action}`) }
  const costs = { ...about, cost: view.costs[action]!, chests }
  return hidden ? t('shogun.warn.hidden', costs) : t('shogun.warn.cost', costs)
}

function tooFew(laid: Laid, { action, armies }: Unmanned): string {
  const about = { province: provinceName(laid[action]!), action: t(`shogun.action.${action}`) }
  return t('shogun.warn.together', { ...about, armies })
}

/** The actions are gone through in the order of the board, whether their cards lie open or not. */
export function warningsOf(view: ShogunView, seat: number, laid: Laid, budget: Budget): Warning[] {
  const found: Warning[] = []
  const { chests, bid } = budget
  if (bid > chests) found.push({ field: 'bid', text: t('shogun.warn.bid', { chests }), forbids: true })
  for (const action of ACTIONS) {
    const province = laid[action] ? provinceOf(view, laid[action]) : undefined
    if (!province) continue
    const texts = [
      ...budget.unpaid.filter((one) => one.action === action).map((one) => tooDear(view, laid, one)),
      ...budget.unmanned.filter((one) => one.action === action).map((one) => tooFew(laid, one)),
      ...doubts(view, seat, action, province),
    ]
    found.push(...texts.map((text) => ({ field: action, text })))
  }
  return found
}
