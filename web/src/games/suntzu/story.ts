/** A battle as it is told: the cards, what they count, and what came of it. */
import type { OfKind } from '../face'
import type { CardName, ProvinceName, SunTzuEntry } from './view'

export interface Story {
  province: ProvinceName
  cards: [CardName, CardName]
  /** What followed, in order. */
  entries: SunTzuEntry[]
}

const FOLLOWS = new Set<SunTzuEntry['kind']>([
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
const ENDS = new Set<SunTzuEntry['kind']>(['round', 'points', 'drawn', 'over'])

/** The story after an entry: a new one, a longer one, or none between battles. */
export function tell(story: Story | null, entry: SunTzuEntry): Story | null {
  if (entry.kind === 'opened')
    return { province: entry.province, cards: [entry.sun_tzu, entry.shao], entries: [] }
  if (ENDS.has(entry.kind)) return null
  if (!story || !FOLLOWS.has(entry.kind)) return story
  return { ...story, entries: [...story.entries, entry] }
}

/** The battle that was told last, unless something else has begun since. */
export function lastStory(told: SunTzuEntry[]): Story | null {
  const start = told.findLastIndex(({ kind }) => kind === 'opened')
  return start < 0 ? null : told.slice(start).reduce<Story | null>(tell, null)
}

/** The battle in which a journal's entry stands. */
export function storyAround(entries: SunTzuEntry[], at: number): Story | null {
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

/** How the battle ended, with what both cards counted; null as long as nothing did, or under a Plague. */
export function outcome(story: Story): OfKind<SunTzuEntry, 'won' | 'tie'> | null {
  return story.entries.find((entry) => entry.kind === 'won' || entry.kind === 'tie') ?? null
}

/** Whether a Plague lies open: as long as nobody has won, no card counts. */
export function plagued(story: Story): boolean {
  return story.cards.includes('plague')
}
