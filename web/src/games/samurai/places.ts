/** Where an entry happened, and how a hex is called: by what it touches, and on which side of it. */
import { applyTo, type ByKind } from '../face'
import { hexesOf, hexNamed, neighbours, settlementOn, type Hex, type Point } from './map'
import type { HexName, SamuraiEntry } from './view'

const PLACES: ByKind<SamuraiEntry, [], string[]> = {
  laid: ({ hex }) => [hex],
  'taken back': ({ hex }) => [hex],
  'figure placed': ({ settlement }) => [settlement],
  'figures swapped': ({ settlement, other_settlement }) => [settlement, other_settlement],
  captured: ({ settlement }) => [settlement],
  'set aside': ({ settlement }) => [settlement],
}

/** Hexes by their names, settlements by theirs. */
export function placesOf(entry: SamuraiEntry): string[] {
  return applyTo(PLACES, entry) ?? []
}

const COMPASS = ['e', 'se', 's', 'sw', 'w', 'nw', 'n', 'ne'] as const
type Way = (typeof COMPASS)[number]

/** The direction from one place to another. */
function way(from: Point, to: Point): Way {
  const eighths = Math.round(Math.atan2(to.y - from.y, to.x - from.x) / (Math.PI / 4))
  return COMPASS[(eighths + 8) % 8]!
}

/** A hex by the settlements that it touches: every land hex touches two, a sea hex up to two. */
export interface Place {
  kind: 'between' | 'strait' | 'off' | 'open-sea'
  /** Names of settlements. */
  near: string[]
  /** On which side of the first of them, where that alone tells two hexes apart. */
  way: Way | null
}

const KNOWN = new Map<number, Map<HexName, Place>>()

export function placeOf(name: HexName, players: number): Place {
  if (!KNOWN.has(players)) KNOWN.set(players, allPlaces(players))
  return KNOWN.get(players)!.get(name)!
}

function allPlaces(players: number): Map<HexName, Place> {
  const hexes = hexesOf(players)
  const towns = new Map(hexes.flatMap((hex) => (hex.settlement ? [[settlementOn(hex.name), hex]] : [])))
  const plain = hexes
    .filter(({ settlement }) => !settlement)
    .map((hex) => ({ hex, place: plainPlace(hex.name, players) }))
  const words = ({ kind, near }: Place) => [kind, ...near].join()
  const all = plain.map(({ place }) => words(place))
  return new Map(
    plain.map(({ hex, place }) => {
      const alone = all.filter((other) => other === words(place)).length === 1
      return [hex.name, alone ? place : { ...place, way: way(towns.get(place.near[0])!, hex) }]
    }),
  )
}

function plainPlace(name: HexName, players: number): Place {
  const near = neighbours(name)
    .filter(({ settlement, board }) => settlement && board <= players)
    .slice(0, 2)
    .map((town) => settlementOn(town.name)!)
  if (!near.length) return { kind: 'open-sea', near: [nearest(hexNamed(name), players)], way: null }
  if (near.length === 1) return { kind: 'off', near, way: null }
  return { kind: hexNamed(name).sea ? 'strait' : 'between', near, way: null }
}

function nearest(hex: Hex, players: number): string {
  const far = (town: Hex) => Math.hypot(town.x - hex.x, town.y - hex.y)
  const towns = hexesOf(players).filter(({ settlement }) => settlement)
  return settlementOn(towns.reduce((best, town) => (far(town) < far(best) ? town : best)).name)!
}
