/** The position after a journal entry, as far as it can be drawn from it. */
import { applyTo, type ByKind } from '../face'
import { begun, cubesFrom, filled, filling, settled } from './fight'
import {
  BUILDINGS,
  COLOURS,
  FIELDS,
  type Cubes,
  type Field,
  type Laid,
  type Player,
  type Province,
  type ShogunEntry,
  type ShogunView,
} from './view'

function province(
  view: ShogunView,
  name: string,
  change: (p: Province) => Partial<Province>,
): Partial<ShogunView> {
  return { provinces: view.provinces.map((p) => (p.name === name ? { ...p, ...change(p) } : p)) }
}

function player(view: ShogunView, seat: number, change: (p: Player) => Partial<Player>): Partial<ShogunView> {
  return { players: view.players.map((p, at) => (at === seat ? { ...p, ...change(p) } : p)) }
}

/** Several changes after one another. */
function both(view: ShogunView, ...changes: ((view: ShogunView) => Partial<ShogunView>)[]): ShogunView {
  return changes.reduce((now, change) => ({ ...now, ...change(now) }), view)
}

function laid(view: ShogunView, seat: number, field: Field, card: Laid): Partial<ShogunView> {
  return player(view, seat, (p) => ({ plan: { ...p.plan, [field]: card } }))
}

function pay(seat: number, chests: number) {
  return (view: ShogunView) => player(view, seat, (p) => ({ chests: p.chests - chests }))
}

function reserve(view: ShogunView, seat: number, more: number): Partial<ShogunView> {
  return player(view, seat, (p) => ({ reserve: p.reserve + more }))
}

function fill(view: ShogunView, more: Cubes, fewer: Cubes): Cubes {
  const colours = COLOURS.filter((colour) => colour in view.tower)
  return Object.fromEntries(colours.map((c) => [c, (view.tower[c] ?? 0) + (more[c] ?? 0) - (fewer[c] ?? 0)]))
}

const ALL_CLOSED = Object.fromEntries(FIELDS.map((field) => [field, 'closed'])) as Player['plan']

/** A plan that has been made: the viewer's own as the viewer knows it, others' face down. */
function planAs(after: ShogunView, seat: number): Player['plan'] {
  if (after.viewer !== seat) return ALL_CLOSED
  const { plan } = after.players[seat]!
  return Object.fromEntries(FIELDS.map((field) => [field, plan[field] ?? 'closed'])) as Player['plan']
}

const ENACT: ByKind<ShogunEntry, [ShogunView, ShogunView], Partial<ShogunView>> = {
  'armies placed': (e, view) =>
    both(
      view,
      (v) => province(v, e.province, () => ({ owner: e.player, armies: e.armies })),
      (v) => reserve(v, e.player, -e.armies),
    ),
  'tower filled': (e, view) => ({ fight: filling(e, view.options.players), tower: {} }),
  'stayed inside': (e, view) => {
    const tower = cubesFrom(e.cubes, view.options.players)
    return { tower, fight: view.fight && filled(view.fight, tower) }
  },
  round: (e) => ({
    year: e.year,
    season: e.season,
    event: null,
    turn_order: [],
    choice_order: [],
    phase: 'planning',
  }),
  events: (e, view) => ({
    events: e.cards,
    // A new year: no rice is left, and the peasants are calm.
    provinces: view.provinces.map((one) => ({ ...one, markers: 0 })),
    players: view.players.map((one) => ({ ...one, rice: 0 })),
  }),
  'action cards': (e) => ({ actions: [...e.actions, null, null, null, null, null], actions_done: 0 }),
  'special cards': (e) => ({ places: e.specials.map((special) => ({ special, player: null })) }),
  planned: (e, view, after) => ({
    to_act: view.to_act.filter((seat) => seat !== e.player),
    ...player(view, e.player, () => ({ plan: planAs(after, e.player) })),
  }),
  'fields left empty': (e, view) =>
    both(view, ...e.fields.map((field) => (v: ShogunView) => laid(v, e.player, field, '-'))),
  event: (e, view) => ({
    event: e.event,
    phase: 'places',
    events: view.events.map((one) => (one.event === e.event ? { ...one, over: true } : one)),
  }),
  bid: (e, view) => both(view, (v) => laid(v, e.player, 'bid', e.card), pay(e.player, e.paid)),
  'order of choice': (e) => ({ choice_order: e.players }),
  'place taken': (e, view) => ({
    places: view.places.map((one, at) => (at === e.place - 1 ? { ...one, player: e.player } : one)),
    ...player(view, e.player, () => ({ place: e.place, special: e.special })),
  }),
  'turn order': (e) => ({ turn_order: e.players, phase: 'actions' }),
  action: (e, view) => ({ actions_done: Math.max(0, view.actions.indexOf(e.action)), phase: 'actions' }),
  'action opened': (e, view) => {
    const at = view.actions.indexOf(null)
    return { actions: view.actions.map((one, i) => (i === at ? e.action : one)) }
  },
  'card opened': (e, view) => laid(view, e.player, e.action, e.card),
  built: (e, view) =>
    both(
      view,
      (v) =>
        province(v, e.province, (p) => ({
          buildings: BUILDINGS.filter((one) => one === e.building || p.buildings.includes(one)),
        })),
      pay(e.player, e.paid),
    ),
  calmed: (e, view) => province(view, e.province, (p) => ({ markers: p.markers - 1 })),
  'rice taken': (e, view) => player(view, e.player, (p) => ({ rice: p.rice + e.rice })),
  'taxes taken': (e, view) => player(view, e.player, (p) => ({ chests: p.chests + e.chests })),
  'marker added': (e, view) => province(view, e.province, () => ({ markers: e.markers })),
  deployed: (e, view) =>
    both(
      view,
      (v) => province(v, e.province, (p) => ({ armies: p.armies + e.armies })),
      (v) => reserve(v, e.player, -e.armies),
      pay(e.player, e.paid),
    ),
  moved: (e, view) =>
    both(
      view,
      (v) => province(v, e.source, (p) => ({ armies: p.armies - e.armies })),
      (v) => province(v, e.province, (p) => ({ armies: p.armies + e.armies })),
    ),
  attack: (e, view) => province(view, e.source, (p) => ({ armies: p.armies - e.armies })),
  'army added': (e, view) => reserve(view, e.player, -1),
  thrown: (e, view) => ({ fight: begun(e, view.options.players), tray: {} }),
  fell: (e, view) => {
    const fell = cubesFrom(e.cubes, view.options.players)
    return {
      fight: view.fight && { ...view.fight, fell },
      tray: fell,
      tower: fill(view, view.fight?.thrown ?? {}, fell),
    }
  },
  'battle result': (e, view) => {
    const fight = view.fight && { ...view.fight, result: e.result }
    const tray = fight ? settled(fight) : view.tray
    const lost = e.result === 'undecided' || e.result === 'peasants won'
    const taken = e.result === 'attacker won' ? { owner: fight?.attacker ?? null } : {}
    const left = lost ? { owner: null, armies: 0, markers: 0, buildings: [] } : { ...taken, armies: e.armies }
    return { fight, tray, ...province(view, e.province, () => left) }
  },
  'province lost': (e, view) => (e.field === 'hand' ? {} : laid(view, e.player, e.field, '-')),
  'rice lost': (e, view) => ({
    season: 'winter',
    ...player(view, e.player, (p) => ({ rice: p.rice - e.rice })),
  }),
  'revolts drawn': (e) => ({ revolts: e.provinces }),
  'points for land': (e, view) =>
    player(view, e.player, (p) => ({ points: p.points + e.provinces + e.buildings })),
  'points for most': (e, view) => player(view, e.player, (p) => ({ points: p.points + e.points })),
  points: (e, view) => player(view, e.player, () => ({ points: e.points })),
}

export function enact(view: ShogunView, entry: ShogunEntry, after: ShogunView): ShogunView {
  if (!(entry.kind in ENACT)) return view
  const next = { ...view, ...applyTo(ENACT, entry, view, after) }
  if (next.provinces !== view.provinces) next.standing = null // until the server works it out again
  return { ...next, players: next.players.map((p, at) => ({ ...p, provinces: owned(next, at) })) }
}

function owned(view: ShogunView, seat: number): number {
  return view.provinces.filter((one) => one.owner === seat).length
}
