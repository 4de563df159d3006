/**
 * A guided first game: a script of one game, in which the learner makes one seat's moves.
 *
 * Scripts are JSON files beside this one; their words are messages of the area `learn-<game>`.
 * A lesson is played on a table of its own on the server, laid from a record with the script's
 * seed, so that chance falls as it was written, and every move is refereed like any other.
 */
import { seatOf } from '../games/lobby'

export interface Step {
  /** The message that explains this step: one idea. */
  say?: string
  /** What it speaks of, as selectors: a ring is drawn around each that is in sight. */
  points?: string[]
  /**
   * What the learner brings about on the board before deciding, such as a card on a field: the lesson
   * goes on as soon as this selector finds it. To show it, `points` are pressed one after another.
   */
  until?: string
  /** Who decides, and what; without, the step is only read. Others' steps are made for them. */
  seat?: number
  does?: string[]
}

export interface Lesson {
  game: string
  /** Of the rules that the script was written for. */
  version: number
  options: Record<string, string | number | boolean> & { players: number }
  seed: number
  /** The learner's. */
  seat: number
  /** The outcomes of chance before the first decision, as a record has them. */
  opening: object[]
  steps: Step[]
}

const lessons = import.meta.glob<Lesson>('./*.json', { import: 'default' })

/** Whether a game has a guided first game. */
export function hasLesson(game: string): boolean {
  return `./${game}.json` in lessons
}

export async function lessonOf(game: string): Promise<Lesson> {
  const load = lessons[`./${game}.json`]
  if (!load) throw new Error(`no lesson for ${game}`)
  return load()
}

/** The record file of a lesson's first position. */
export function recordOf({ game, version, options, seed, opening }: Lesson): object {
  const seats = Array.from({ length: options.players }, (_, seat) => seatOf(game, seat))
  const head = { format: 'tenka-record', version }
  return { ...head, game, options, seats, seed, steps: opening, result: null }
}
