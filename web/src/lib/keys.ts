/**
 * Keys for the whole page. A button or a part of the page says which one is its own, with
 * `aria-keyshortcuts`; what can be chosen on a board says `data-work`.
 */

/** The keys that there are, by what they do, in the order in which they are told. */
export const KEYS = {
  confirm: 'C',
  undo: 'U',
  skip: 'S',
  log: 'L',
  board: 'B',
  menu: 'M',
  list: '?',
} as const

const TYPING = 'input:not([type=checkbox]), select, textarea, [contenteditable]'

/** The key that was pressed, as its capital letter; none while somebody writes or a sheet lies open. */
export function keyOf(event: KeyboardEvent): string | null {
  const target = event.target as Element
  if (event.defaultPrevented || event.altKey || event.repeat) return null
  if (target.closest?.(TYPING) || document.querySelector('dialog[open]')) return null
  if (event.ctrlKey || event.metaKey) return event.code === 'KeyZ' && !event.shiftKey ? KEYS.undo : null
  // By its place on the keyboard: a Russian one has other letters.
  return /^Key[A-Z]$/.test(event.code) ? event.code.slice(3) : event.key
}

function visible(selector: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(selector)].find((node) => node.checkVisibility())
}

/** Press what has this key, or go there; false if there is nothing. */
export function useKey(key: string): boolean {
  if (key === KEYS.board) return toWork(0)
  const found = visible(`[aria-keyshortcuts="${CSS.escape(key)}"]:not(:disabled)`)
  if (found instanceof HTMLButtonElement) found.click()
  else found?.focus()
  return found !== undefined
}

function work(): (HTMLElement | SVGElement)[] {
  return [...document.querySelectorAll<HTMLElement | SVGElement>('[data-work]:not(:disabled)')].filter(
    (node) => node.checkVisibility(),
  )
}

/** Go to what can be chosen now, or to the button that goes on; else wait at the board. */
function toWork(at: number): boolean {
  const choices = work()
  const next = choices[Math.min(at, choices.length - 1)] ?? visible('header button.main:enabled')
  const place = next ?? document.querySelector<HTMLElement>('main')
  place?.focus()
  return place !== null
}

/**
 * Keep the focus where the work is: when what had it is gone, it goes to what can be chosen next.
 * Only for those who work by keyboard. Returns what ends it.
 */
export function keepFocus(): () => void {
  let byKeys = false
  let at = 0
  let waiting = false
  const ends = new AbortController()
  const { signal } = ends
  addEventListener('keydown', () => (byKeys = true), { signal, capture: true })
  addEventListener('pointerdown', () => (byKeys = false), { signal, capture: true })
  addEventListener(
    'focusin',
    () => (at = Math.max(0, work().indexOf(document.activeElement as HTMLElement))),
    {
      signal,
    },
  )
  const lost = () => {
    const focus = document.activeElement
    return focus === document.body || focus === null || focus.matches('main') || focus.matches(':disabled')
  }
  function check(): void {
    waiting = false
    if (!byKeys || !lost() || document.querySelector('dialog[open]')) return
    if (!document.activeElement?.matches('main') || work().length) toWork(at)
  }
  const observer = new MutationObserver(() => {
    if (waiting || !byKeys) return
    waiting = true
    requestAnimationFrame(check)
  })
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'data-work'],
  })
  return () => {
    ends.abort()
    observer.disconnect()
  }
}
