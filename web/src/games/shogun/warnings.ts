/** What a plan cannot do as it stands. These are hints: the rules are the server's. */
import { t } from '../../lib/i18n.svelte'
import {
  BUILDINGS,
  isChest,
  provinceOf,
  type Action,
  type Building,
  type Field,
  type ShogunView,
} from './view'
import { provinceName } from './words'

export const COST: Partial<Record<Field, number>> = {
  castle: 3,
  temple: 2,
  theatre: 1,
  deploy5: 3,
  deploy3: 2,
  deploy1: 1,
}
const DEPLOYS: Partial<Record<Field, number>> = { deploy5: 5, deploy3: 3, deploy1: 1 }

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
  const rest = Object.keys(COST).filter((action) => !known.includes(action as Action)) as Action[]
  return [...known, ...rest]
}

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
    const cost = COST[action] ?? 0
    const about = { province: provinceName(province.name), action: t(`shogun.action.${action}`) }
    const warn = (text: string) => found.push({ field: action, text })
    if (cost > chests) warn(t('shogun.warn.cost', { ...about, cost, chests: Math.max(0, chests) }))
    else chests -= cost
    if (action === 'taxes') chests += province.chests
    if (BUILDINGS.includes(action as Building)) {
      if (province.buildings.includes(action as Building)) warn(t('shogun.warn.twice', about))
      else if (province.buildings.length >= province.spaces) warn(t('shogun.warn.space', about))
    }
    if ((DEPLOYS[action] ?? 0) > me.reserve) warn(t('shogun.warn.reserve', { ...about, armies: me.reserve }))
    if (action.startsWith('battle') && province.armies < 2) warn(t('shogun.warn.alone', about))
    if ((action === 'rice' || action === 'taxes') && province.markers) {
      warn(t('shogun.warn.revolt', { ...about, armies: province.armies, peasants: province.markers }))
    }
  }
  return found
}
