/** A battle as it is told: the cards, what they count, and what came of it. */
import type { Entry } from '../face'
import type { CardName, ProvinceName } from './view'

export interface Story {
  province: ProvinceName
  cards: [CardName, CardName]
  /** What followed, in order. */
  entries: Entry[]
}

const FOLLOWS = new Set([
  'general used',
  'recalled',
  'pile top',
  'reinforced',
  'plague',
  'tie',
  'won',
  'driven out',
  'placed',
  'fetched',
  'marker',
  'paid',
  'draws three',
  'event met',
  'event opened',
  'tribute',
  'chariot',
  'chariot declined',
  'point gained',
])
const ENDS = new Set(['round', 'points', 'drawn', 'over'])

/** The story after an entry: a new one, a longer one, or none between battles. */
export function tell(story: Story | null, entry: Entry): Story | null {
  if (entry.kind === 'opened')
    return { province: entry.province, cards: [entry.sun_tzu, entry.shao], entries: [] }
  if (ENDS.has(entry.kind)) return null
  if (!story || !FOLLOWS.has(entry.kind)) return story
  return { ...story, entries: [...story.entries, entry] }
}

/** The battle in which a journal's entry stands. */
export function storyAround(entries: Entry[], at: number): Story | null {
  let start = at
  while (start > 0 && entries[start]!.kind !== 'opened') start--
  let story: Story | null = null
  for (const entry of entries.slice(start)) {
    if (entry.kind === 'opened' && story) break
    const next = tell(story, entry)
    if (!next) break
    story = next
  }
  return story
}

export function general(story: Story, name: string): boolean {
  return story.entries.some((entry) => entry.kind === 'general used' && entry.general === name)
}

export function outcome(story: Story): Entry | null {
  return story.entries.find(({ kind }) => kind === 'won' || kind === 'tie') ?? null
}

/** What both cards count against each other; null under a Plague, where nothing counts. */
export function strengths(story: Story): [number, number] | null {
  const [sunTzu, shao] = story.cards
  if (shao === 'plague' || (sunTzu === 'plague' && !general(story, 'immune'))) return null
  const one = general(story, 'ruse') ? '6' : sunTzu === 'plague' ? '0' : sunTzu
  if (isModifier(one) && isModifier(shao))
    // A -1 counts 0 against a +n, and alike cards cancel each other.
    return one === shao ? [0, 0] : [Math.max(0, Number(one)), Math.max(0, Number(shao))]
  if (isModifier(one)) return [Number(shao) + Number(one), Number(shao)]
  if (isModifier(shao)) return [Number(one), Number(one) + Number(shao)]
  return [Number(one), Number(shao)]
}

function isModifier(card: CardName): boolean {
  return /^[+-]/.test(card)
}
