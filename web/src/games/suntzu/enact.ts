/** The view after an entry, as far as it is drawn; the server's own view follows in the end. */
import { applyTo, type ByKind, type OfKind } from '../face'
import { provinceOf, type SunTzuEntry, type SunTzuView } from './view'

type Of<K> = OfKind<SunTzuEntry, K>

const CHANGES: ByKind<SunTzuEntry, [SunTzuView], void> = {
  'event opened': (entry, view) => {
    view.event = entry.event
  },
  'event met': (entry, view) => {
    view.events_met.push(entry.event)
    view.event = null
  },
  displays: (entry, view) => {
    for (const [place, points] of entry.points.entries()) view.provinces[place]!.points = points
  },
  'head start': setTrack,
  points: setTrack,
  'point gained': setTrack,
  round: (entry, view) => {
    view.round = entry.round
    view.phase = 'window before orders'
  },
  reinforced: (entry, view) => {
    const side = view.players[entry.player]!
    side.reinforcements -= 1
    side.pool += 1
    side.discarded.push(entry.card)
    side.hand_size -= 1
    drop(side.hand, entry.card)
  },
  'general used': (entry, view) => {
    const side = view.players[entry.player]!
    side.generals_left -= 1
    side.generals_used.push(entry.general)
    drop(side.generals, entry.general)
    if (entry.general === 'great plague') view.great_plague = true
  },
  marched: (entry, view) => {
    provinceOf(view, entry.source).armies[0]! -= 1
    provinceOf(view, entry.province).armies[0]! += 1
  },
  removed: (entry, view) => {
    provinceOf(view, entry.province).armies[0]! -= 1
    view.players[0]!.pool += 1
  },
  stationed: (entry, view) => {
    provinceOf(view, entry.province).armies[0]! += 1
    view.players[0]!.pool -= 1
  },
  ordered: (entry, view) => {
    view.to_act = view.to_act.filter((seat) => seat !== entry.player)
    for (const province of view.provinces) province.laid[entry.player] ??= 'closed'
  },
  'battle named': (entry, view) => {
    view.battle = entry.province
  },
  opened: (entry, view) => {
    const province = provinceOf(view, entry.province)
    const cards = [entry.sun_tzu, entry.shao]
    province.laid.forEach((card, seat) => card === 'closed' && drop(view.players[seat]!.hand, cards[seat]!))
    province.laid = cards
    province.opened = true
    province.laid.forEach((card, seat) => (province.six_played[seat] ||= card === '6'))
    view.battle = entry.province
    view.phase = 'reveal'
  },
  plague: leave,
  'driven out': leave,
  placed: (entry, view) => {
    provinceOf(view, entry.province).armies[entry.player]! += entry.armies
    view.players[entry.player]!.pool -= entry.armies
  },
  fetched: (entry, view) => {
    take(entry, view)
    provinceOf(view, entry.province).armies[entry.player]! += 1
  },
  marker: (entry, view) => {
    take(entry, view)
    provinceOf(view, entry.province).markers[entry.player]! += 1
  },
  paid: toReinforcements,
  tribute: toReinforcements,
  drawn: clearOrders,
}

export function enact(view: SunTzuView, entry: SunTzuEntry): SunTzuView {
  if (!(entry.kind in CHANGES)) return view
  const after = structuredClone(view)
  applyTo(CHANGES, entry, after)
  return after
}

function setTrack(entry: Of<'head start' | 'points' | 'point gained'>, view: SunTzuView) {
  view.track = entry.track
  view.players.forEach((side, seat) => (side.points = seat === 0 ? entry.track : -entry.track))
}

/** Armies go back to their pool. */
function leave(entry: Of<'plague' | 'driven out'>, view: SunTzuView) {
  provinceOf(view, entry.province).armies[entry.player]! -= entry.armies
  view.players[entry.player]!.pool += entry.armies
}

/** One army leaves the pool or a province. */
function take(entry: Of<'fetched' | 'marker' | 'paid' | 'tribute'>, view: SunTzuView) {
  if (entry.source === 'pool') view.players[entry.player]!.pool -= 1
  else provinceOf(view, entry.source).armies[entry.player]! -= 1
}

function toReinforcements(entry: Of<'paid' | 'tribute'>, view: SunTzuView) {
  take(entry, view)
  view.players[entry.player]!.reinforcements += 1
}

/** The round is over: orders leave the map. */
function clearOrders(entry: Of<'drawn'>, view: SunTzuView) {
  view.battle = null
  view.phase = 'keep'
  for (const province of view.provinces) Object.assign(province, { laid: [null, null], opened: false })
  view.players[entry.player]!.drawn = entry.cards ?? []
}

function drop<T>(list: T[] | null, item: T) {
  const found = list?.indexOf(item) ?? -1
  if (found >= 0) list!.splice(found, 1)
}
