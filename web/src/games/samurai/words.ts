/** Names of tiles, places and people in the chosen language. */
import { t } from '../../lib/i18n.svelte'
import type { Names, Person } from '../face'
import { outlook } from './outlook'
import { placeOf } from './places'
import { counted, tileNamed, word } from './tiles'
import type { Figure, HexName, SamuraiView, Settlement, TileName } from './view'

export function nameOf(people: Person[], seat: number): string {
  return people.find((person) => person.seat === seat)?.name ?? String(seat + 1)
}

export function tileWords(name: TileName): string {
  const { kind, value } = tileNamed(name)
  return t(`samurai.tile.${word(kind)}`, { value: value ?? 0 })
}

/** Tiles in words, alike ones counted. */
export function tileList(tiles: TileName[]): string {
  const one = ({ tile, count }: { tile: TileName; count: number }) =>
    count > 1 ? t('samurai.tracker.several', { tile: tileWords(tile), count }) : tileWords(tile)
  return counted(tiles).map(one).join(', ') || t('samurai.tracker.none')
}

/** What a tile is good for, in a sentence. */
export function tileHelp(name: TileName): string {
  const { kind } = tileNamed(name)
  return t(`samurai.tile-help.${word(kind)}`)
}

/** A settlement by name. */
export function townWords(name: string): string {
  return t(`samurai.town.${name}`)
}

export function figureWords(figure: Figure): string {
  return t(`samurai.figure.${figure}`)
}

/** A hex in words that no other hex has. */
export function placeWords(hex: HexName, players = 4): string {
  const { kind, near, way } = placeOf(hex, players)
  const [first, second] = near.map(townWords)
  const values = { first: first!, second: second ?? '', way: way ?? 'none' }
  return t(`samurai.place.${kind}${way ? '-side' : ''}`, values)
}

/** A settlement with all that is known of it, for those who do not see it. */
export function settlementWords(settlement: Settlement, people: Person[]): string {
  const kind = t(`samurai.settlement.${settlement.kind}`)
  const head = `${townWords(settlement.name)}, ${kind}`
  if (!settlement.figures.length) return `${head}. ${t('samurai.outlook.empty')}`
  const figures = settlement.figures.map((figure) => {
    const { strengths, taker } = outlook(settlement, figure)
    const sums = strengths.flatMap((strength, seat) =>
      strength ? [`${nameOf(people, seat)} ${strength}`] : [],
    )
    if (!sums.length || taker === undefined) return [figureWords(figure), ...sums].join(', ')
    const outcome = taker === null ? t('samurai.outlook.tied') : nameOf(people, taker)
    return `${[figureWords(figure), ...sums].join(', ')} → ${outcome}`
  })
  return [head, t('samurai.outlook.gaps', { count: settlement.gaps }), ...figures].join('. ')
}

/** The people of a list of seats, as one subject. */
export function listed(people: Person[], seats: number[], language: string): string {
  const names = seats.map((seat) => nameOf(people, seat))
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names)
}

/** Figures that stand on the board, by kind. */
export function onBoard(view: SamuraiView, figure: Figure): number {
  return view.settlements.filter((settlement) => settlement.figures.includes(figure)).length
}

/** What the things that refusals speak of are called. */
export const names: Names = {
  tile: (name) => tileWords(name as TileName),
  hex: (name) => placeWords(name as HexName),
  town: townWords,
  figure: (name) => figureWords(name as Figure),
}
