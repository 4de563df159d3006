/**
 * Fair dice: what this device was shown before a game, and the proof of it afterwards.
 *
 * The hashes are those of `docs/fair-dice.md`, made here by the browser itself.
 */
import { sha256 } from './digest'
import type { Summary } from './wire'

export type Dice = NonNullable<Summary['dice']>
/** What was shown before the game. */
export interface Promised {
  commitment: string
  words: string[]
}
export interface Verdict {
  /** The server's part is the one that the commitment is of. */
  kept: boolean
  /** The seed of the game is made of that part and the words. */
  seed: boolean
  /** This device saw the same commitment and words before the game; null: it saw nothing. */
  seen: boolean | null
  words: string[]
}

const KEPT = 'tenka.promises'
const MOST = 40

type Noted = Record<string, Promised>

function noted(): Noted {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Noted
  } catch {
    return {}
  }
}

export function promisedAt(link: string): Promised | null {
  return noted()[link] ?? null
}

/** Keep what the table shows: words may still come before the game, and nothing may change from then on. */
export function notePromise({ table, dice, status }: Pick<Summary, 'table' | 'dice' | 'status'>): void {
  const { [table]: before, ...others } = noted()
  if (!dice || status === 'finished' || (before && status === 'running' && before.words.length)) return
  const commitment = before?.commitment ?? dice.commitment
  const words = status === 'running' ? dice.words.map((word) => word ?? '') : []
  const latest = Object.entries(others).slice(-MOST)
  localStorage.setItem(
    KEPT,
    JSON.stringify({ ...Object.fromEntries(latest), [table]: { commitment, words } }),
  )
}

/** Whether this browser can check anything here: it does so only where the connection is safe. */
export function canCheck(): boolean {
  return 'subtle' in crypto
}

/** Check the text of a record file; null, if it promises nothing. */
export async function verdictOf(record: string, promised: Promised | null): Promise<Verdict | null> {
  const { dice } = JSON.parse(record) as {
    dice?: Record<'commitment' | 'secret' | 'salt', string> & Promised
  }
  // The seed has 64 bits, more than a number of JSON has here.
  const seed = /^ "seed": (\d+),$/m.exec(record)?.[1]
  if (!dice || seed === undefined) return null
  const { secret, salt, words, commitment } = dice
  const made = await hash('commitment', secret, salt)
  const drawn = BigInt(`0x${(await hash('seed', secret, salt, ...words)).slice(0, 16)}`)
  return {
    kept: made === commitment,
    seed: drawn === BigInt(seed),
    seen: promised && promised.commitment === commitment && sameWords(promised.words, words),
    words,
  }
}

/** Who left before the game began saw no words. */
function sameWords(seen: string[], told: string[]): boolean {
  return !seen.length || JSON.stringify(seen) === JSON.stringify(told)
}

function hash(...lines: string[]): Promise<string> {
  return sha256(['tenka dice 1', ...lines].join('\n'))
}
