/**
 * What the shell and a game's board know of each other.
 *
 * The shell owns the page: the top line, the players, the log, undo, replay, the connection. A game
 * gives a `Face`: its board, and words for what is asked and what happened. Neither knows rules; all
 * comes from the server's view, the legal decisions that came with it, and journal entries.
 */
import type { Component } from 'svelte'
import type { Sounding } from '../lib/sound'

/** What the shell knows of a view; the rest of its shape is the game's own affair. */
export interface View {
  game: string
  viewer: number | null
  to_act: number[]
  winners: number[]
}
/** What the shell knows of a journal entry. */
export interface Entry {
  kind: string
  /** Whose doing it was, where it was somebody's. */
  player?: number
}
/** One kind of a game's entries. */
export type OfKind<E extends Entry, K> = Extract<E, { kind: K }>
/** Functions of a game's entries, one for each kind that matters. */
export type ByKind<E extends Entry, More extends unknown[], Result> = {
  [K in E['kind']]?: (entry: OfKind<E, K>, ...more: More) => Result
}

/** What the function for an entry's kind makes of it, if there is one. */
export function applyTo<E extends Entry, More extends unknown[], Result>(
  functions: ByKind<E, More, Result>,
  entry: E,
  ...more: More
): Result | undefined {
  const one = functions[entry.kind as E['kind']] as ((entry: E, ...more: More) => Result) | undefined
  return one?.(entry, ...more)
}

type FieldOf<E> = E extends unknown ? keyof E : never

/** A field that only some kinds of entry have. */
export function told<E extends Entry, Name extends FieldOf<E>>(
  entry: E,
  name: Name,
): Extract<E, Record<Name, unknown>>[Name] | undefined {
  return name in entry ? (entry as Extract<E, Record<Name, unknown>>)[name] : undefined
}

export interface Legal {
  id: number
  text: string
  /** If it only begins a choice: the decisions that complete it. Until then it stays in the browser. */
  leads_to?: Legal[]
  /** What can be chosen next in the same series, once this choice is complete. */
  then?: Legal[]
}

/** An answer that a seat has given in advance, or can give now; of each kind one can be on. */
export interface Advance {
  name: string
  kind: string
  /** In English, for games that have no words of their own for it. */
  about: string
  on: boolean
}

export interface Person {
  seat: number
  name: string
  /** A number from 0: colour and crest of the seat. */
  colour: number
  kind: 'open' | 'human' | 'bot'
  level: string | null
  /** Whether the viewer sits here. */
  mine: boolean
}

/** A place where something could be done. */
export interface Advised {
  /** By the name that the board knows it by. */
  at: string
  /** What would be put there, by its name in the game, or how many. */
  what?: string
  /** Where that would come from. */
  from?: string
  /** The seat that could do it, where that is not whose eyes are used. */
  by?: number
}

/** Decisions that could be made, as a game tells them. */
export interface Advice {
  words: string
  places: Advised[]
}

/** How an entry is shown. */
export interface Staging {
  /** For how long at normal speed, in milliseconds; 0: not at all. */
  pace: number
  /** Part of a battle or a scoring: these have a speed of their own. */
  battle?: boolean
  /** What a battle or a scoring came to, and the seats that it concerns: it is always shown. */
  result?: number[]
  /** Whether something new begins with it: skipping ends there. */
  begins?: boolean
  /** Whether the board shows what it leads to from the first moment, not only after it. */
  atOnce?: boolean
  /** Whether its words would spoil it: they wait until it has been shown. */
  suspense?: boolean
  /** Whether the board tells it to screen readers, in its own words. */
  aloud?: boolean
  /** Whether it is shown to those who come to the game's beginning, though it was laid out before. */
  opening?: boolean
}

/** The table as a board sees it; live, in a replay and in a lesson alike. Its fields are reactive. */
export interface Table<V extends View = View, E extends Entry = Entry> {
  /** The position to draw: while entries are shown one by one, the position before their end. */
  readonly view: V
  /** The entry that is being shown now, if any; boards animate it. */
  readonly happening: E | null
  /** How long the showing of `happening` lasts in milliseconds; 0 where motion is off. */
  readonly pace: number
  /** Whether a result stays until somebody says that it was seen: `skip` goes on. */
  readonly held: boolean
  /** All that happened, as far as it has been shown. */
  readonly told: E[]
  /** What happened since the viewer's last turn, as far as it has been shown: boards mark it. */
  readonly news: E[]
  /** The entry whose line in the log is pointed at; boards show its places. */
  readonly pointed: E | null
  /** The seat whose eyes are used; null is a spectator. */
  readonly seat: number | null
  /** Where somebody would do something: boards mark it. */
  readonly advised?: readonly Advised[]
  /** What the seat may decide now; empty while it is not asked or entries are being shown. */
  readonly legal: Legal[]
  readonly people: Person[]
  /** Whether decisions can be made here at all: not in a replay, not for spectators. */
  readonly interactive: boolean
  /** Whether a decision is on its way. */
  readonly busy: boolean
  /** Make one decision or a series, by notation or number; false if refused (the reason is shown). */
  decide(...decisions: (string | number)[]): Promise<boolean>
  /** The answers in advance of the seat; empty where nobody decides. */
  readonly advance?: readonly Advance[]
  /** Answer in advance, in place of another of the same kind, or withdraw it; false if refused. */
  answerAhead?(name: string, on: boolean): Promise<boolean>
  /** Offer all of them to choose from. */
  offerAhead?(): void
  /** Take back the seat's last decisions; false if refused. Absent where nothing can be taken back. */
  undo?(count: number): Promise<boolean>
  /** Go on to the next thing that is to be shown; a battle's result is still seen. */
  skip?(): void
  /** Stay with what is being shown until `skip` goes on. */
  stay?(): void
  /** What is being shown began so many milliseconds late: it is shown to its end all the same. */
  delay?(ms: number): void
  /** Whether battles are shown slowly; it can be changed while one is on. */
  readonly slow?: boolean
  slowDown?(slow: boolean): void
  /** Whether the table shows the odds of battles (an option of the table). */
  readonly odds: boolean
  /** GET something below this table's address, such as `odds?...`. */
  ask<T>(path: string): Promise<T>
}

export interface Button {
  label: string
  press(): void
  /** The one that goes on; at most one. */
  main?: boolean
  disabled?: boolean
  /** Why it cannot be pressed yet. */
  why?: string
  /** Asked before it is done, for what cannot be taken back. */
  confirm?: string
}

export interface Fact {
  /** What the number is, as a word. */
  label: string
  value: string | number
  /** Whether it matters so much now that it stands on small screens, too; the first always does. */
  brief?: boolean
}

/** What a game calls things, by the names that its refusals have for them. */
export type Names = Partial<Record<string, (value: string) => string>>

export interface Face<V extends View = View, E extends Entry = Entry> {
  /** The centre of the page with the hand or personal board below it; fills its box. */
  Board: Component<{ table: Table<V, E>; controls: Controls }>
  /** One sentence: what is asked of me now, or whom we wait for. */
  asks(table: Table<V, E>): string
  /** A few words more: the round, the season, what is left. */
  moment(view: V): string
  /** Public numbers of a player, two or three; `points` first where there are any. */
  facts(view: V, seat: number): Fact[]
  /** An entry as a sentence in the present tense; null for what is not worth a line. */
  narrate(entry: E, people: Person[]): string | null
  /**
   * How an entry is shown. `own` entries come of the viewer's own decision: what one's hand has just
   * done need not be shown again.
   */
  stage(entry: E, own: boolean, view: V): Staging
  /** Entries that are about to be shown in motion: what takes time can be made ready. */
  foresee?(entries: E[], view: V): void
  /**
   * The view after an entry, as far as it can be drawn from it; the server's view `after` always
   * follows, and tells meanwhile what only this viewer knows.
   */
  enact?(view: V, entry: E, after: V): V
  /** What is heard when an entry begins to be shown. */
  sound?(entry: E): Sounding | undefined
  /** How the room about the board is dressed, where that is not as in the house. */
  dress?: Dress
  /** The clan or side of a seat in words: shown beside the person's name. */
  clan(view: V, seat: number): string
  /** Colour and crest (0 to 4) of a seat. */
  colour(seat: number): number
  /**
   * Whether what is asked now needs what only the seat knows; if not, people who share a device answer
   * it on the open board. Without it, all questions do.
   */
  secret?(view: V): boolean
  /** The answer to what is asked now, where there is no other: nobody needs to give it. */
  answers?(view: V, legal: Legal[]): string | null
  /** An answer in advance in words, by its name. */
  advance?(name: string): string
  /**
   * A series of decisions, in notation, as the seat that is asked could make it; of a plan or orders
   * `beside` others, only what differs.
   */
  advice?(decisions: string[], view: V, seat: number, beside?: string[]): Advice
  /** Why and how the game ended, for the summary. */
  ending(view: V): string
  /** Beside that, what the players reached and by what it was decided; `ask` as a table's. */
  Verdict?: Component<{ view: V; people: Person[]; ask: Table['ask'] }>
  /** The places on the board that an entry is about, by the names that the board knows them by. */
  places?(entry: E): string[]
  /** What a replay marks: where a round begins, where something is fought for. */
  mark?(entry: E): 'round' | 'battle' | null
  /** What the things that its refusals speak of are called. */
  names?: Names
  /** Whether a click on the entry's line in the log shows it again. */
  repeats?(entry: E): boolean
  /** Shows again an entry for which `repeats`: `entries[at]` of the whole log. */
  Again?: Component<{ entries: E[]; at: number; people: Person[]; done: () => void }>
}

export interface Dress {
  /** What is written on the seal at the top, in the brush's characters. */
  seal: string
  /** What stands beside a player's name in the list, instead of a banner, and the box that it is drawn in. */
  Flag: Component<{ seat: number }>
  box: string
}

/** Where a board puts its buttons of the moment; the shell draws them in the top line. */
export interface Controls {
  buttons: Button[]
  /** Replaces `asks` while the board gathers a draft ('Three fields left'). */
  sentence: string | null
  /** Replaces `moment` while something is held of which more can be told. */
  hint: string | null
  /** Takes back what is only begun here, before anything that the server knows of. */
  undo: (() => void) | null
}
