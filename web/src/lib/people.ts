/** Who sits at a table, as boards and players' lists show it. */
import type { Face, Person } from '../games/face'
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
