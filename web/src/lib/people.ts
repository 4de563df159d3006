/** Who sits at a table, as boards and players' lists show it. */
import type { Face, Person } from '../games/face'
import type { Seat } from './wire'

export function peopleOf(seats: Seat[], mine: number[], face: Face): Person[] {
  return seats.map((seat) => ({
    seat: seat.seat,
    name: nameOf(seat),
    colour: face.colour(seat.seat),
    kind: seat.kind,
    level: seat.level,
    mine: mine.includes(seat.seat),
  }))
}

/** The server names a bot after its seat and level; the level is shown in words of its own. */
export function nameOf(seat: Seat): string {
  const suffix = ` (${seat.level})`
  return seat.level && seat.name.endsWith(suffix) ? seat.name.slice(0, -suffix.length) : seat.name
}
