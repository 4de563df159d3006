/** Who sits at a table, as boards and players' lists show it. */
import type { Face, Person, View } from '../games/face'
import type { Seat } from './wire'

export function peopleOf(seats: Seat[], mine: number[], face: Face, view: View | null): Person[] {
  return seats.map((seat) => ({
    seat: seat.seat,
    // A bot without a name of its own is called after its clan, in the reader's language.
    name: view && bornNameless(seat) ? face.clan(view, seat.seat) : nameOf(seat),
    colour: face.colour(seat.seat),
    kind: seat.kind,
    level: seat.level,
    mine: mine.includes(seat.seat),
  }))
}

/** The server names a bot after its seat and level; the level is shown in words of its own. */
export function nameOf(seat: Seat): string {
  return bornNameless(seat) ? seat.name.slice(0, -suffixOf(seat).length) : seat.name
}

function bornNameless(seat: Seat): boolean {
  return seat.kind === 'bot' && seat.name.endsWith(suffixOf(seat))
}

function suffixOf(seat: Seat): string {
  return ` (${seat.level})`
}
