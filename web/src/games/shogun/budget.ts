/** What a plan costs and brings: what the server tells of each action in each province, added up. */
import { ACTIONS, isChest, provinceOf, type Action, type Field, type ShogunView } from './view'

export type Laid = Readonly<Record<Field, string | null>>
/** Something that is not known exactly, as long as the event is not drawn. */
export interface Range {
  least: number
  most: number
}
const NOTHING: Range = { least: 0, most: 0 }

export interface Unpaid {
  action: Action
  /** The chests that there may be by then. */
  chests: number
  /** The action's card lies face down: when it comes is not known. */
  hidden: boolean
}

/** A deployment that other ones leave too few armies for. */
export interface Unmanned {
  action: Action
  /** The armies that there may be by then. */
  armies: number
}

export interface Budget {
  chests: number
  bid: number
  spent: number
  taxes: Range
  left: Range
  rice: Range
  /** The chests that are left at least after an action whose turn is known. */
  after: Partial<Record<Action, number>>
  unpaid: Unpaid[]
  unmanned: Unmanned[]
  /** Rice that will be short in winter, if this plan is all that is done for it. */
  short: Range
  revolts: number
}

export function bidOf(laid: Laid): number {
  return laid.bid && isChest(laid.bid) ? Number(laid.bid.slice(5)) : 0
}

/** Whether the server says that an action cannot be done there at all. */
export function isSkipped(view: ShogunView, action: Field, province: string): boolean {
  return view.doubts.some((doubt) => doubt.skipped && doubt.action === action && doubt.province === province)
}

/** The actions in their order; those that lie face down after them, taxes last, to be on the safe side. */
function inOrder(view: ShogunView): Action[] {
  const known = view.actions.filter((action) => action !== null)
  const hidden = ACTIONS.filter((action) => !known.includes(action))
  return [...known, ...hidden.filter((action) => action !== 'taxes'), ...hidden.filter((a) => a === 'taxes')]
}

function plus(one: Range, other: Range): Range {
  return { least: one.least + other.least, most: one.most + other.most }
}

/** Chests are spent and taken in the order of the actions; what cannot be done is not paid for. */
export function budgetOf(view: ShogunView, seat: number, laid: Laid): Budget {
  const { chests, reserve } = view.players[seat]!
  const bid = bidOf(laid)
  const sum = { spent: 0, taxes: NOTHING, rice: NOTHING, left: Math.max(0, chests - bid) }
  const after: Budget['after'] = {}
  const unpaid: Unpaid[] = []
  const unmanned: Unmanned[] = []
  let armiesLeft = reserve
  for (const action of inOrder(view)) {
    const province = laid[action] && provinceOf(view, laid[action])?.name
    if (!province || isSkipped(view, action, province)) continue
    const hidden = !view.actions.includes(action)
    const cost = view.costs[action] ?? 0
    if (cost > sum.left) {
      unpaid.push({ action, chests: sum.left, hidden })
      continue
    }
    const armies = view.forecast?.deploys[action]?.most ?? 0
    if (armies <= armiesLeft) armiesLeft -= armies
    else if (armies <= reserve) unmanned.push({ action, armies: armiesLeft }) // else the server doubts it
    const gains = view.forecast?.yields.find((one) => one.province === province)
    const taxes = action === 'taxes' ? (gains?.chests ?? NOTHING) : NOTHING
    if (action === 'rice') sum.rice = gains?.rice ?? NOTHING
    sum.taxes = plus(sum.taxes, taxes)
    sum.spent += cost
    sum.left += taxes.least - cost
    if (!hidden && (cost || taxes.least)) after[action] = sum.left
  }
  const { left: least, ...sums } = sum
  const left = { least, most: least + sum.taxes.most - sum.taxes.least }
  return { chests, bid, ...sums, left, after, unpaid, unmanned, ...hunger(view, sum.rice) }
}

/** The server's forecast for so much more rice. */
function hunger(view: ShogunView, rice: Range): { short: Range; revolts: number } {
  const { short = [], shortages = [] } = view.forecast ?? {}
  const with_ = (more: number) => short[Math.min(more, short.length - 1)] ?? NOTHING
  const range = { least: with_(rice.most).least, most: with_(rice.least).most }
  return { short: range, revolts: shortages[range.most]?.revolts ?? 0 }
}
