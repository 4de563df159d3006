/** Answers in advance: what a seat has said once, so as not to be asked again and again. */
import type { Advance } from '../games/face'
import type { Happened } from './wire'

/** The names of all that are on when one more is, in place of another of its kind, or one less. */
export function withAnswer(all: readonly Advance[], name: string, on: boolean): string[] {
  const kind = all.find((one) => one.name === name)?.kind
  const others = all.filter((one) => one.on && one.name !== name && !(on && one.kind === kind))
  return [...others.map((one) => one.name), ...(on ? [name] : [])]
}

/** The answer in advance that decided, if one did. */
export function inAdvance(event: Happened): string | null {
  return event.kind === 'move' ? (event.answer ?? null) : null
}
