/** What happened at a table, as one viewer was told: the log and the talk. */
import type { Happened } from './wire'

type Kind<K> = Extract<Happened, { kind: K }>

export class Chronicle {
  /** Events that stand, without the talk. */
  events: Happened[] = $state.raw([])
  talk: Kind<'chat'>[] = $state.raw([])

  restart(events: Happened[]): void {
    this.events = []
    this.talk = []
    this.add(events)
  }

  add(events: Happened[]): void {
    if (!events.length) return
    const void_ = new Set(events.flatMap((event) => (event.kind === 'undo' ? event.void : [])))
    const told = events.filter((event) => event.kind !== 'chat')
    this.events = [...this.events, ...told].filter((event) => !void_.has(event.id))
    const said = events.filter((event) => event.kind === 'chat')
    if (said.length) this.talk = [...this.talk, ...said]
  }

  /**
   * The first event since a seat's last turn: back over what it does now, then over what others
   * did, to what it did before that.
   */
  since(seat: number | null): number {
    if (seat === null) return this.events.length
    const own = (at: number) => this.events[at]?.seat === seat && this.events[at]?.kind === 'move'
    let at = this.events.length
    while (at > 0 && own(at - 1)) at -= 1
    while (at > 0 && !own(at - 1)) at -= 1
    return at
  }

  /** How many decisions a seat made with its last request. */
  lastStep(seat: number | null): number {
    const last = this.events.findLast((event) => event.kind === 'move' && event.seat === seat)
    return last?.kind === 'move' ? (last.decisions?.length ?? 1) : 1
  }
}
