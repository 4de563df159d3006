/** What a person likes: kept in this browser. */
import { fit } from './size.svelte'

export const THEMES = ['system', 'light', 'dark'] as const
export const SPEEDS = ['normal', 'fast', 'off'] as const
/** Of the interface, beside what the window makes of it. */
export const WISHES = [0.9, 1, 1.1, 1.2, 1.3, 1.4] as const
/** Battles and scorings that are 'off' are seen as results only. */
export const BATTLES = [...SPEEDS, 'none'] as const
export const HOLDS = ['own', 'always', 'never'] as const

export interface Settings {
  theme: (typeof THEMES)[number]
  /** Of what others do, battles apart. */
  speed: (typeof SPEEDS)[number]
  battles: (typeof BATTLES)[number]
  /** Whose results stay until they were seen. */
  hold: (typeof HOLDS)[number]
  sound: boolean
  /** Of the sounds, from 0 to 1. */
  volume: number
  size: (typeof WISHES)[number]
  /** Whether single letters are shortcuts. */
  keys: boolean
  /** How I am called at tables. */
  name: string
}

const KEPT = 'tenka.settings'
/** A phone makes no noise among people unless it is told to. */
const PHONE = '(pointer: coarse) and (max-width: 760px), (pointer: coarse) and (max-height: 500px)'
const isPhone = () => globalThis.matchMedia?.(PHONE).matches ?? false

const DEFAULTS: Settings = {
  theme: 'system',
  speed: 'normal',
  battles: 'normal',
  hold: 'own',
  sound: !isPhone(),
  volume: 0.6,
  size: 1,
  keys: true,
  name: '',
}

/** As kept by any edition: the first had one speed for everything. */
function kept(): Partial<Settings> {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<Settings>
    return found.speed ? { battles: found.speed, ...found } : found
  } catch {
    return {}
  }
}

export const settings = $state<Settings>({ ...DEFAULTS, ...kept() })

/** Change settings; they are remembered and take effect at once. */
export function choose(wishes: Partial<Settings>): void {
  Object.assign(settings, wishes)
  localStorage.setItem(KEPT, JSON.stringify(settings))
  dress()
}

/** Let the page wear the chosen theme, at the chosen size. */
export function dress(): void {
  if (settings.theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = settings.theme
  document.documentElement.style.setProperty('--wish', String(settings.size))
  fit()
}

/** Let the window's frame wear it, too: it has a colour for each theme. */
export function dressFrame(): void {
  for (const frame of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const { theme } = frame.dataset
    const own = settings.theme === theme ? 'all' : 'not all'
    frame.media = settings.theme === 'system' ? `(prefers-color-scheme: ${theme})` : own
  }
}

const FACTORS = { normal: 1, fast: 0.35, off: 0, none: 0 }

/** By what the time of an entry is multiplied. */
export function hasteOf(battle = false): number {
  return FACTORS[battle ? settings.battles : settings.speed]
}

/** Whether the reader has asked the system for less motion: battles are then seen as results. */
export function calm(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false
}

/** Whether what changes may move while it does. */
export function moves(): boolean {
  return hasteOf() > 0 && !calm() && !document.hidden
}

/** Whether a result stays until it was seen. */
export function holds(own: boolean): boolean {
  return settings.hold === 'always' || (settings.hold === 'own' && own)
}
