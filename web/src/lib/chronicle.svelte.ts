/** What happened at a table, as far as one viewer has been shown it: the log and the talk. */
import type { Entry } from '../games/face'
import { inAdvance } from './advance'
import type { Happened } from './wire'

type Kind<K> = Extract<Happened, { kind: K }>

export class Chronicle {
  /** Events that stand, without the talk; of the last one, the entries that have been shown. */
  events: Happened[] = $state.raw([])
  talk: Kind<'chat'>[] = $state.raw([])
  /** The entries of all events, in order. */
  readonly entries: Entry[] = $derived.by(() => this.events.flatMap((event) => event.entries))

  /** Begin with a story that is all told. */
  restart(events: Happened[]): void {
    this.events = standing(events)
    this.talk = []
    this.hear(events)
  }

  /** Talk is heard at once. */
  hear(events: Happened[]): void {
    const said = events.filter((event) => event.kind === 'chat')
    if (said.length) this.talk = [...this.talk, ...said]
  }

  /** An event begins; its entries are told one by one. */
  open(event: Happened): void {
    this.events = standing([...this.events, { ...event, entries: [] }])
  }

  /** More entries of the last event. */
  tell(...entries: Entry[]): void {
    const last = this.events.at(-1)!
    // What the entries are is the game's affair; here they are only kept.
    const told = [...last.entries, ...entries] as Happened['entries']
    this.events = this.events.with(-1, { ...last, entries: told })
  }

  /**
   * The first event since a seat's last turn: back over what it does now, then over what others
   * did, to what it did before that.
   */
  since(seat: number | null): number {
    return seat === null ? this.events.length : lastTurn(this.events, seat)
  }

  /**
   * What happened since a seat decided last, with what that led to and what the seat does now; for a
   * spectator, what was done last.
   */
  news(seat: number | null): Entry[] {
    const moves = this.events.filter((event) => event.kind === 'move')
    const last = moves.at(-1)?.seat
    const before = moves.findLastIndex((event) => event.seat !== last)
    const from = seat === null ? before + 1 : Math.max(0, lastTurn(moves, seat) - 1)
    return moves.slice(from).flatMap((event) => event.entries)
  }

  /** How many decisions a seat made with its last request. */
  lastStep(seat: number | null): number {
    const last = this.events.findLast((event) => event.kind === 'move' && event.seat === seat)
    return last?.kind === 'move' ? (last.decisions?.length ?? 1) : 1
  }
}

/** Events that were not taken back, without the talk. */
function standing(events: Happened[]): Happened[] {
  const back = new Set(events.flatMap((event) => ('void' in event ? event.void : [])))
  return events.filter(({ kind, id }) => kind !== 'chat' && kind !== 'note' && !back.has(id))
}

/** What was answered in advance is none of its player's doing now. */
function lastTurn(events: Happened[], seat: number): number {
  const own = (at: number) => {
    const event = events[at]
    return event?.kind === 'move' && event.seat === seat && !inAdvance(event)
  }
  let at = events.length
  while (at > 0 && own(at - 1)) at -= 1
  while (at > 0 && !own(at - 1)) at -= 1
  return at
}
