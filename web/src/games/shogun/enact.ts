/** The position after a journal entry, as far as it can be drawn from it. */
import type { Entry } from '../face'
import { cubesFrom, settled } from './fight'
import {
  BUILDINGS,
  COLOURS,
  FIELDS,
  provinceOf,
  type Cubes,
  type Fight,
  type Player,
  type Province,
  type ShogunView,
} from './view'
import { isWinters } from './winter'

type Enact = (view: ShogunView, entry: Entry) => Partial<ShogunView>

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

function laid(view: ShogunView, seat: number, field: string, card: string): Partial<ShogunView> {
  return player(view, seat, (p) => ({ plan: { ...p.plan, [field]: card } }))
}

function pay(seat: number, chests: number) {
  return (view: ShogunView) => player(view, seat, (p) => ({ chests: p.chests - chests }))
}

function reserve(view: ShogunView, seat: number, more: number): Partial<ShogunView> {
  return player(view, seat, (p) => ({ reserve: p.reserve + more }))
}

function begun(province: string, attacker: number | null, defender: number | null): Fight {
  return { province, attacker, defender, thrown: {}, fell: {}, result: '' }
}

/** The battle that begins now; if its beginning was told before this position, the march says who fights. */
function fightAbout(view: ShogunView, name: string): Fight {
  if (view.battle?.province === name && !view.battle.result) return view.battle
  const ownerOf = (where: string) => provinceOf(view, where)?.owner ?? null
  return begun(name, view.march ? ownerOf(view.march.source) : null, ownerOf(name))
}

function fill(view: ShogunView, more: Cubes, fewer: Cubes): Cubes {
  const colours = COLOURS.filter((colour) => colour in view.tower)
  return Object.fromEntries(colours.map((c) => [c, (view.tower[c] ?? 0) + (more[c] ?? 0) - (fewer[c] ?? 0)]))
}

const ALL_CLOSED = Object.fromEntries(FIELDS.map((field) => [field, 'closed'])) as Player['plan']

const ENACT: Record<string, Enact> = {
  'armies placed': (view, e) =>
    both(
      view,
      (v) => province(v, e.province, () => ({ owner: e.player, armies: e.armies })),
      (v) => reserve(v, e.player, -e.armies),
    ),
  'stayed inside': (view, e) => ({ tower: cubesFrom(e.cubes, view.options.players) }),
  round: (_, e) => ({
    year: e.year,
    season: e.season,
    event: null,
    turn_order: [],
    choice_order: [],
    phase: 'planning',
  }),
  events: (view, e) => ({
    events: e.events.map((event: string) => ({ event, over: false })),
    // A new year: no rice is left, and the peasants are calm.
    provinces: view.provinces.map((one) => ({ ...one, markers: 0 })),
    players: view.players.map((one) => ({ ...one, rice: 0 })),
  }),
  'action cards': (_, e) => ({ actions: [...e.actions, null, null, null, null, null], actions_done: 0 }),
  'special cards': (_, e) => ({ places: e.specials.map((special: string) => ({ special, player: null })) }),
  planned: (view, e) =>
    view.viewer === e.player ? {} : player(view, e.player, () => ({ plan: ALL_CLOSED })),
  'fields left empty': (view, e) =>
    both(view, ...e.fields.map((field: string) => (v: ShogunView) => laid(v, e.player, field, '-'))),
  event: (view, e) => ({
    event: e.event,
    phase: 'places',
    events: view.events.map((one) => (one.event === e.event ? { ...one, over: true } : one)),
  }),
  bid: (view, e) => both(view, (v) => laid(v, e.player, 'bid', e.card), pay(e.player, e.paid)),
  'order of choice': (_, e) => ({ choice_order: e.players }),
  'place taken': (view, e) => ({
    places: view.places.map((one, at) => (at === e.place - 1 ? { ...one, player: e.player } : one)),
    ...player(view, e.player, () => ({ place: e.place, special: e.special })),
  }),
  'turn order': (_, e) => ({ turn_order: e.players, phase: 'actions' }),
  action: (view, e) => ({ actions_done: Math.max(0, view.actions.indexOf(e.action)), phase: 'actions' }),
  'action opened': (view, e) => {
    const at = view.actions.indexOf(null)
    return { actions: view.actions.map((one, i) => (i === at ? e.action : one)) }
  },
  'card opened': (view, e) => laid(view, e.player, e.action, e.card),
  built: (view, e) =>
    both(
      view,
      (v) =>
        province(v, e.province, (p) => ({
          buildings: BUILDINGS.filter((one) => one === e.building || p.buildings.includes(one)),
        })),
      pay(e.player, e.paid),
    ),
  calmed: (view, e) => province(view, e.province, (p) => ({ markers: p.markers - 1 })),
  'rice taken': (view, e) => player(view, e.player, (p) => ({ rice: p.rice + e.rice })),
  'taxes taken': (view, e) => player(view, e.player, (p) => ({ chests: p.chests + e.chests })),
  'marker added': (view, e) => province(view, e.province, () => ({ markers: e.markers })),
  deployed: (view, e) =>
    both(
      view,
      (v) => province(v, e.province, (p) => ({ armies: p.armies + e.armies })),
      (v) => reserve(v, e.player, -e.armies),
      pay(e.player, e.paid),
    ),
  moved: (view, e) =>
    both(
      view,
      (v) => province(v, e.source, (p) => ({ armies: p.armies - e.armies })),
      (v) => province(v, e.province, (p) => ({ armies: p.armies + e.armies })),
    ),
  attack: (view, e) =>
    both(
      view,
      (v) => province(v, e.source, (p) => ({ armies: p.armies - e.armies })),
      () => ({ battle: begun(e.province, e.player, e.defender) }),
    ),
  revolt: (_, e) => ({ battle: begun(e.province, null, e.player) }),
  'army added': (view, e) => reserve(view, e.player, -1),
  thrown: (view, e) => ({
    battle: { ...fightAbout(view, e.province), thrown: cubesFrom(e.cubes, view.options.players) },
    tray: {},
  }),
  fell: (view, e) => {
    const fell = cubesFrom(e.cubes, view.options.players)
    return {
      battle: view.battle && { ...view.battle, fell },
      tray: fell,
      tower: fill(view, view.battle?.thrown ?? {}, fell),
    }
  },
  'battle result': (view, e) => {
    const battle = view.battle && { ...view.battle, result: e.result }
    const tray = battle ? settled(battle, view) : view.tray
    const lost = e.result === 'undecided' || e.result === 'peasants won'
    const taken = e.result === 'attacker won' ? { owner: battle?.attacker ?? null } : {}
    const left = lost ? { owner: null, armies: 0, markers: 0, buildings: [] } : { ...taken, armies: e.armies }
    return { battle, tray, ...province(view, e.province, () => left) }
  },
  'province lost': (view, e) => (e.field === 'hand' ? {} : laid(view, e.player, e.field, '-')),
  'rice lost': (view, e) => ({
    season: 'winter',
    ...player(view, e.player, (p) => ({ rice: p.rice - e.rice })),
  }),
  'rice short': () => ({}),
  'revolts drawn': (_, e) => ({ revolts: e.provinces }),
  'points for land': (view, e) =>
    player(view, e.player, (p) => ({ points: p.points + e.provinces + e.buildings })),
  'points for most': (view, e) => player(view, e.player, (p) => ({ points: p.points + e.points })),
  points: (view, e) => player(view, e.player, () => ({ points: e.points })),
}

export function enact(view: ShogunView, entry: Entry): ShogunView {
  const change = ENACT[entry.kind]
  if (!change) return view
  const after = { ...view, ...change(view, entry) }
  if (isWinters(entry)) after.winter = [...(view.winter ?? []), entry]
  return { ...after, players: after.players.map((p, at) => ({ ...p, provinces: owned(after, at) })) }
}

function owned(view: ShogunView, seat: number): number {
  return view.provinces.filter((one) => one.owner === seat).length
}
