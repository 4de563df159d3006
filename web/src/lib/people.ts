/** Who sits at a table, as boards and players' lists show it. */
import type { Face, Person } from '../games/face'
import { seatOf } from '../games/lobby'
import { t } from './i18n.svelte'
import type { Seat } from './wire'

export function peopleOf(seats: Seat[], mine: number[], face: Face): Person[] {
  return seats.map((seat) => ({
    seat: seat.seat,
    name: seat.name || t('shell.player.gone'),
    colour: face.colour(seat.seat),
    kind: seat.kind,
    level: seat.level,
    mine: mine.includes(seat.seat),
  }))
}

/** Those of a position that is nobody's game: each is called after the seat. */
export function peopleIn(game: string, players: number, face: Face, mine: number | null = null): Person[] {
  return Array.from({ length: players }, (_, seat) => ({
    seat,
    name: seatOf(game, seat),
    colour: face.colour(seat),
    kind: 'human',
    level: null,
    mine: seat === mine,
  }))
}
