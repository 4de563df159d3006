/** Decisions that somebody would make, in words and as places on the board. */
import { t } from '../../lib/i18n.svelte'
import type { Advice, Advised } from '../face'
import { isHex } from './map'
import { targetOf } from './targets'
import { isFigure, type Figure, type HexName, type SamuraiView, type TileName } from './view'
import { figureWords, placeWords, tileWords, townWords } from './words'

/** A piece, and the places that it goes to or changes. */
interface Choice {
  piece: TileName | Figure | null
  places: string[]
}

export function advice(decisions: string[], view: SamuraiView): Advice {
  const choices = choicesIn(decisions, view)
  const ends = decisions.at(-1) === 'end' ? [t('samurai.button.end')] : []
  return {
    words: [...choices.map((choice) => wordsOf(choice, view)), ...ends].join('; '),
    places: choices.flatMap((choice) => placesOf(choice, view)),
  }
}

/** Each piece with the places that follow it; places without one are for the piece that is up. */
function choicesIn(decisions: string[], view: SamuraiView): Choice[] {
  const choices: Choice[] = []
  for (const text of decisions) {
    if (text === 'end') continue
    if (!isPlace(text, view)) choices.push({ piece: text as TileName | Figure, places: [] })
    else if (choices.length) choices.at(-1)!.places.push(text)
    else choices.push({ piece: view.tile_picked ?? view.figure_lifted, places: [text] })
  }
  return choices
}

function isPlace(text: string, view: SamuraiView): boolean {
  return isHex(text) || targetOf(view, text) !== null
}

function wordsOf({ piece, places }: Choice, view: SamuraiView): string {
  const named = piece === null ? [] : [isFigure(piece) ? figureWords(piece) : tileWords(piece)]
  return [...named, places.map((place) => placeInWords(place, view)).join(' → ')].filter(Boolean).join(' ')
}

function placeInWords(place: string, view: SamuraiView): string {
  if (isHex(place)) return placeWords(place as HexName, view.options.players)
  const { figure, hex } = targetOf(view, place)!
  const town = townWords(view.settlements.find((settlement) => settlement.hex === hex)!.name)
  return figure ? t('samurai.target.figure', { figure: figureWords(figure), place: town }) : town
}

function placesOf({ piece, places }: Choice, view: SamuraiView): Advised[] {
  const laid = piece !== null && !isFigure(piece) && places.length === 1 ? { what: piece } : {}
  return places.map((place) => ({ at: targetOf(view, place)?.hex ?? place, ...laid }))
}
