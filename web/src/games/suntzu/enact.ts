/** The view after an entry, as far as it is drawn; the server's own view follows in the end. */
import type { Entry } from '../face'
import {
  CARDS,
  isFramed,
  PROVINCES,
  type Province,
  type ProvinceName,
  type Side,
  type SunTzuView,
} from './view'

type Change = (view: SunTzuView, entry: Entry) => void

const CHANGES: Record<string, Change> = {
  'event opened': (view, entry) => {
    view.event = entry.event
  },
  'event met': (view, entry) => {
    view.events_met.push(entry.event)
    view.event = null
  },
  displays: (view, entry) => {
    for (const name of PROVINCES) at(view, name).points = entry[name].split('/').map(Number)
  },
  dealt: (view, entry) => {
    const side = view.players[entry.player]!
    if (entry.cards) side.hand = ['1', '2', '3', '4', '5', '6', ...entry.cards]
    side.hand_size = 10
  },
  'head start': setTrack,
  points: setTrack,
  'point gained': setTrack,
  round: (view, entry) => {
    view.round = entry.round
    view.phase = 'window before orders'
  },
  reinforced: (view, entry) => {
    const side = view.players[entry.player]!
    side.reinforcements -= 1
    side.pool += 1
    side.discarded.push(entry.card)
    side.hand_size -= 1
    drop(side.hand, entry.card)
  },
  'general used': (view, entry) => {
    const side = view.players[entry.player]!
    side.generals_left -= 1
    side.generals_used.push(entry.general)
    drop(side.generals, entry.general)
    if (entry.general === 'great plague') view.great_plague = true
  },
  marched: (view, entry) => {
    at(view, entry.source).armies[0]! -= 1
    at(view, entry.province).armies[0]! += 1
  },
  removed: (view, entry) => {
    at(view, entry.province).armies[0]! -= 1
    view.players[0]!.pool += 1
  },
  stationed: (view, entry) => {
    at(view, entry.province).armies[0]! += 1
    view.players[0]!.pool -= 1
  },
  ordered: (view, entry) => {
    if (entry.player === view.viewer) return
    for (const province of view.provinces) province.laid[entry.player] ??= 'closed'
  },
  'battle named': (view, entry) => {
    view.battle = entry.province
  },
  opened: (view, entry) => {
    const province = at(view, entry.province)
    province.laid = [entry.sun_tzu, entry.shao]
    province.opened = true
    province.laid.forEach((card, seat) => (province.six_played[seat] ||= card === '6'))
    view.battle = entry.province
    view.phase = 'reveal'
  },
  plague: leave,
  'driven out': leave,
  placed: (view, entry) => {
    at(view, entry.province).armies[entry.player]! += entry.armies
    view.players[entry.player]!.pool -= entry.armies
  },
  fetched: (view, entry) => {
    take(view, entry)
    at(view, entry.province).armies[entry.player]! += 1
  },
  marker: (view, entry) => {
    take(view, entry)
    at(view, entry.province).markers[entry.player]! += 1
  },
  paid: toReinforcements,
  tribute: toReinforcements,
  drawn: clearOrders,
}

export function enact(view: SunTzuView, entry: Entry): SunTzuView {
  const change = CHANGES[entry.kind]
  if (!change) return view
  const after = structuredClone(view)
  change(after, entry)
  return after
}

function at(view: SunTzuView, name: ProvinceName): Province {
  return view.provinces[PROVINCES.indexOf(name)]!
}

function setTrack(view: SunTzuView, entry: Entry) {
  view.track = entry.track
}

/** Armies go back to their pool. */
function leave(view: SunTzuView, entry: Entry) {
  at(view, entry.province).armies[entry.player]! -= entry.armies
  view.players[entry.player]!.pool += entry.armies
}

/** One army leaves the pool or a province. */
function take(view: SunTzuView, entry: Entry) {
  if (entry.source === 'pool') view.players[entry.player]!.pool -= 1
  else at(view, entry.source).armies[entry.player]! -= 1
}

function toReinforcements(view: SunTzuView, entry: Entry) {
  take(view, entry)
  view.players[entry.player]!.reinforcements += 1
}

/** The round is over: framed cards go back to the hand. */
function clearOrders(view: SunTzuView, entry: Entry) {
  view.battle = null
  view.phase = 'keep'
  view.players.forEach((side, seat) => returnOrders(view, side, seat))
  for (const province of view.provinces) province.opened = false
  view.players[entry.player]!.drawn = entry.cards ?? []
}

function returnOrders(view: SunTzuView, side: Side, seat: number) {
  for (const province of view.provinces) {
    const card = province.laid[seat]
    if (card && isFramed(card)) side.hand?.push(card)
    province.laid[seat] = null
  }
  side.hand?.sort((one, other) => CARDS.indexOf(one) - CARDS.indexOf(other))
}

function drop(list: string[] | null, item: string) {
  const found = list?.indexOf(item) ?? -1
  if (found >= 0) list!.splice(found, 1)
}
