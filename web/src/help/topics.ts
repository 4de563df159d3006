/** The topics of the help pages, in reading order; a topic is a heading there and a link to it. */
export const TOPICS: Record<string, readonly string[]> = {
  samurai: [
    'goal', 'setup', 'hands', 'figures', 'turn', 'tiles', 'placing', 'exchange', 'capture', 'refill', 'end', 'options',
  ],
  suntzu: [
    'goal', 'setup', 'round', 'cards', 'orders', 'battle', 'armies', 'points', 'draw', 'generals', 'events', 'end', 'options',
  ],
  shogun: [
    'goal', 'setup', 'draft', 'round', 'planning', 'order', 'actions', 'movement', 'battle', 'tower', 'revolt', 'winter', 'end', 'options',
  ],
}
