/** Help over the table: `helpAt('samurai', 'capture')` opens the page of rules at a topic. */

const open = $state<{ at: { game: string; topic: string } | null }>({ at: null })

export function helpAt(game: string, topic = ''): void {
  open.at = { game, topic }
}

export function helpShown(): { game: string; topic: string } | null {
  return open.at
}

export function closeHelp(): void {
  open.at = null
}
