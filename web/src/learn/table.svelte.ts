/** The table of a lesson: it takes the moves of the script, and makes those of the others. */
import type { Face, Legal } from '../games/face'
import { get, pause, post, requestId } from '../lib/api'
import { t } from '../lib/i18n.svelte'
import { notify, tried } from '../lib/notices.svelte'
import { LiveTable } from '../lib/table.svelte'
import type { Snapshot } from '../lib/wire'
import type { Lesson, Step } from './lesson'

/** Between two moves of others, so that one can follow. */
const BREATH = 400

export class LessonTable extends LiveTable {
  /** The step that is on. */
  at = $state(0)
  /** How many of its decisions have been made. */
  made = $state(0)
  readonly #script: Lesson

  constructor(link: string, face: Face, snapshot: Snapshot, lesson: Lesson) {
    super(link, face, snapshot, [lesson.seat])
    this.#script = lesson
    this.look(lesson.seat)
  }

  get step(): Step | undefined {
    return this.#script.steps[this.at]
  }
  get length(): number {
    return this.#script.steps.length
  }
  /** Whether the learner has to move now. */
  get mayMove(): boolean {
    return this.#move?.seat === this.#script.seat
  }
  /** Whether the learner prepares a move, card by card. */
  get laying(): boolean {
    return this.step?.until !== undefined
  }
  /** Whether the step is only read. */
  get reading(): boolean {
    return this.step !== undefined && !this.step.does && !this.laying
  }
  /** Where the move is that is made or prepared now. */
  get #moveAt(): number {
    const steps = this.#script.steps
    return this.laying ? steps.findIndex((step, at) => at > this.at && step.does) : this.at
  }
  get #move(): Step | undefined {
    return this.#script.steps[this.#moveAt]
  }
  override get legal(): Legal[] {
    return this.mayMove ? along(super.legal, this.#move?.does?.slice(this.made) ?? []) : []
  }
  /** A lesson begins with its words. */
  protected override get opens(): boolean {
    return false
  }
  override get undoable(): number {
    return Math.min(super.undoable, this.made)
  }

  override async decide(...decisions: (string | number)[]): Promise<boolean> {
    const texts = decisions.map((d) => super.legal.find(({ id }) => id === d)?.text ?? String(d))
    const wanted = this.#move?.does?.slice(this.made, this.made + texts.length)
    if (texts.some((text, at) => text !== wanted?.[at])) {
      notify(t(this.#backToFirstWrong() ? 'shell.learn.this_one' : 'shell.learn.otherwise'))
      return false
    }
    if (!(await super.decide(...decisions))) return false
    this.at = this.#moveAt
    this.made += texts.length
    if (this.made === this.step?.does?.length) this.next()
    return true
  }

  override async undo(count = this.made): Promise<boolean> {
    if (count > this.made || !(await super.undo(count))) return false
    this.made -= count
    return true
  }

  /** Go back to the first card that does not lie where the lesson has it; whether there is one. */
  #backToFirstWrong(): boolean {
    const { steps } = this.#script
    let first = this.#moveAt
    while (first > 0 && !steps[first - 1]!.does) first -= 1
    const wrong = steps.findIndex(
      ({ until }, at) => at >= first && at < this.#moveAt && until && !document.querySelector(until),
    )
    if (wrong >= 0) this.at = wrong
    return wrong >= 0
  }

  /** Make the learner's move of this step, or lay what it lays. */
  async show(): Promise<void> {
    if (this.laying) return press(this.step?.points ?? [])
    const rest = this.step?.does?.slice(this.made) ?? []
    if (this.mayMove) await this.decide(...rest)
  }

  next(): void {
    this.at += 1
    this.made = 0
    void this.#others()
  }

  /** Make the moves of others, up to the learner's next step. */
  async #others(): Promise<void> {
    const step = this.step
    if (step?.seat === undefined || this.mayMove) return
    const path = `/api/tables/${this.link}`
    const body = { seat: step.seat, decisions: step.does, request: requestId() }
    await tried(async () => {
      await pause(BREATH)
      const { version } = await get<Snapshot>(`${path}?seat=${step.seat}`)
      await post(`${path}/moves`, { ...body, version })
      this.next()
    })
  }
}

/** Press things one after another, as a learner would; what is taken up already stays so. */
function press(selectors: string[]): void {
  for (const selector of selectors) {
    const thing = document.querySelector(selector)
    if (thing?.getAttribute('aria-pressed') !== 'true')
      thing?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  }
}

/** Of the legal decisions the one that is next, and of what it leads to the one after that. */
function along(legal: Legal[], [next, ...rest]: string[]): Legal[] {
  return legal
    .filter(({ text }) => text === next)
    .map((one) => ({
      ...one,
      ...(one.leads_to && { leads_to: along(one.leads_to, rest) }),
      ...(one.then && { then: along(one.then, rest.slice(further(one.leads_to))) }),
    }))
}

/** How many decisions complete a choice that has been begun. */
function further(ways?: Legal[]): number {
  return ways?.length ? 1 + further(ways[0]!.leads_to) : 0
}
