/** What a plan cannot do as it stands. These are hints, and what they go by is the server's. */
import { t } from '../../lib/i18n.svelte'
import { ACTIONS, isChest, provinceOf, type Action, type Field, type Province, type ShogunView } from './view'
import { provinceName } from './words'

export interface Warning {
  field: Field
  text: string
  /** Such a plan cannot be confirmed. */
  forbids?: boolean
}
type Laid = Readonly<Record<Field, string | null>>

/** The actions in the order in which they will come, as far as it is known. */
function inOrder(view: ShogunView): Action[] {
  const known = view.actions.filter((action) => action !== null)
  return [...known, ...ACTIONS.filter((action) => !known.includes(action))]
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

/** Chests are spent and taken in the order of the actions. */
export function warningsOf(view: ShogunView, seat: number, laid: Laid): Warning[] {
  const me = view.players[seat]!
  const bid = laid.bid && isChest(laid.bid) ? Number(laid.bid.slice(5)) : 0
  const found: Warning[] = []
  if (bid > me.chests) {
    found.push({ field: 'bid', text: t('shogun.warn.bid', { chests: me.chests }), forbids: true })
  }
  let chests = me.chests - bid
  for (const action of inOrder(view)) {
    const province = laid[action] ? provinceOf(view, laid[action]) : undefined
    if (!province) continue
    const cost = view.costs[action] ?? 0
    const about = { province: provinceName(province.name), action: t(`shogun.action.${action}`) }
    const warn = (text: string) => found.push({ field: action, text })
    if (cost > chests) warn(t('shogun.warn.cost', { ...about, cost, chests: Math.max(0, chests) }))
    else chests -= cost
    if (action === 'taxes') chests += province.chests
    doubts(view, seat, action, province).forEach(warn)
  }
  return found
}
