/** Small signs drawn with ink: paths in a box from -10 to 10. */
export const GLYPHS = {
  castle: 'M-9 9V4H-7V0H-9L0-4 9 0H7V4H9V9H3V5H-3V9ZM-6-3.4 0-6 6-3.4V-5L0-9-6-5Z',
  temple:
    'M-10-8Q0-5.4 10-8L9-5Q0-3 -9-5ZM-7.4-1.4H7.4V.9H-7.4ZM-6.4-3.9H-3.8V9H-6.4ZM3.8-3.9H6.4V9H3.8ZM-1-4H1V-1.4H-1Z',
  theatre: 'M-9-1 0-8 9-1H7.4V7H4.6V0H-4.6V7H-7.4V-1ZM-9.5 7.4H9.5V9.4H-9.5ZM-2.6 6.6V3.4Q0 1.2 2.6 3.4V6.6Z',
  rice: 'M-9 0H9Q8.4 6.4 3.4 7.6V9.4H-3.4V7.6Q-8.4 6.4-9 0ZM-7.6-1.4Q-6.6-5-3.6-4.8-2.4-8 1-7 4.8-7 5-4 7.2-3.8 7.6-1.4Z',
  chest: 'M-9-1.6Q-9-7.4-4.6-7.4H4.6Q9-7.4 9-1.6H2.2V-3H-2.2V-1.6ZM-9 0H-2.2V2.6H2.2V0H9V8H-9Z',
  army: 'M0-9 8.4-4.6 0-.4-8.4-4.6ZM-8.8-3 -.8 1V9.8L-8.8 5.6ZM8.8-3 .8 1V9.8L8.8 5.6Z',
  swords:
    'M-9-9 -6.6-8.6 1.4-.2 -.4 1.4-8.6-6.6ZM9-9 8.6-6.6 -3 5.2-1.8 6.6-3 7.8-5 6-8 9.4-9.4 8-6 5-7.8 3-6.6 1.8-5.2 3 6.6-8.6ZM2.2 3.4 3.8 1.8 5.2 3 6.6 1.8 7.8 3 6 5 9.4 8 8 9.4 5 6 3 7.8 1.8 6.6 3 5.2Z',
  revolt:
    'M.6-9.6Q1.8-6 4.8-3 8 .6 6.4 5 4.6 9.4 0 9.6-5.6 9.4-6.6 4.6-7 1-4-1.6-3.8 1.4-1.8 2-3.2-4.4.6-9.6ZM.4 1.4Q-2.6 4-1.6 6.4 0 8.4 1.8 6.8 3 4.6.4 1.4Z',
  shield: 'M0-9.6 8-7V0Q7.4 6.6 0 9.8-7.4 6.6-8 0V-7ZM0-6.8-5.4-5V0Q-5 4.6 0 7Z',
  move: 'M-9-2.4H1.6V-7.4L9.4 0 1.6 7.4V2.4H-9Z',
  sea: 'M-9.6-3Q-6.4-7-3.2-3T3.2-3 9.6-3V-.4Q6.4 3.6 3.2-.4T-3.2-.4-9.6-.4ZM-9.6 4Q-6.4 0-3.2 4T3.2 4 9.6 4V6.6Q6.4 10.6 3.2 6.6T-3.2 6.6-9.6 6.6Z',
  tower: 'M-8.6-9.6H8.6L5-4.4H-5ZM-5-3H5V4H-5ZM-9.6 5.6H9.6V9.4H-9.6ZM-1.8 4V1Q0-1 1.8 1V4Z',
  land: 'M-6-7.6-1-9.4 5-7.6 9 -3.4 7.6 4 2 8.6-5 7.8-9.4 2.4-8.6-4Z',
  hand: 'M-8-6.4-1.6-9 5 7-1.4 9.6ZM1-9H8.4V6.6H6.6Z',
  star: 'M0-9.4 2.8-3.2 9.6-2.6 4.4 1.8 6 8.6 0 5 -6 8.6-4.4 1.8-9.6-2.6-2.8-3.2Z',
} as const
export type GlyphName = keyof typeof GLYPHS

/** The sign of an action or of the bid, and the letter or number beside it. */
export const SIGN: Record<string, { glyph: GlyphName; note?: string }> = {
  castle: { glyph: 'castle' },
  temple: { glyph: 'temple' },
  theatre: { glyph: 'theatre' },
  rice: { glyph: 'rice' },
  taxes: { glyph: 'chest' },
  deploy5: { glyph: 'army', note: '5' },
  deploy3: { glyph: 'army', note: '3' },
  deploy1: { glyph: 'army', note: '1' },
  battleA: { glyph: 'swords', note: 'A' },
  battleB: { glyph: 'swords', note: 'B' },
  bid: { glyph: 'hand' },
  'extra chest': { glyph: 'chest', note: '+1' },
  'extra rice': { glyph: 'rice', note: '+1' },
  'six armies': { glyph: 'army', note: '6' },
  attack: { glyph: 'swords', note: '+1' },
  defence: { glyph: 'shield', note: '+1' },
}
