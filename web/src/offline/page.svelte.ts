/** The page's side of being installed: the service worker, new editions, and a place on the home screen. */
import type { Wish } from './kept'

/** The browser offers to install the client; it can be asked to, once. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

const OFTEN = 10 * 60_000
const AT_ONCE = 10_000
const SETTLED = 2000
const RENEWED = 'tenka.renewed'
const home = $state<{ offer: InstallOffer | null }>({ offer: null })
let fresh = false
let looked = 0
let wish: Wish = {}

export function canInstall(): boolean {
  return home.offer !== null
}

export function install(): void {
  void home.offer?.prompt()
  home.offer = null
}

/** Whether the server has a newer edition than this page: the next page should be loaded anew. */
export function isOutdated(): boolean {
  void lookForNews()
  return fresh
}

/** Have the device keep what somebody needs, of this edition and of those that come while the page is open. */
export function keep(more: Wish): void {
  wish = { ...wish, ...more }
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage(wish))
}

/** Begin, when the page stands. */
export function settle(language: string): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    home.offer = event as InstallOffer
  })
  addEventListener('appinstalled', () => (home.offer = null))
  addEventListener('vite:preloadError', renew)
  if (!import.meta.env.PROD || !navigator.serviceWorker) return
  let kept = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    fresh ||= kept
    kept = true
    keep({})
  })
  document.addEventListener('visibilitychange', () => document.hidden || void lookForNews())
  if (document.readyState === 'complete') void register()
  else addEventListener('load', () => void register())
  keep({ language })
}

/** The worker fetches much: it begins when the page is there, and what that shows has come. */
async function register(): Promise<void> {
  await new Promise((soon) => setTimeout(soon, SETTLED))
  await navigator.serviceWorker.register('/sw.js').catch(() => {}) // then without it
}

async function lookForNews(): Promise<void> {
  if (Date.now() - looked < OFTEN || !navigator.onLine) return
  looked = Date.now()
  await (await navigator.serviceWorker?.getRegistration())?.update().catch(() => {})
}

/**
 * A part of this page is not to be had any more, for the server has a newer edition: load that. Once: if it
 * does not help, the page says what is wrong.
 */
function renew(): void {
  const last = Number(sessionStorage.getItem(RENEWED))
  if (!navigator.onLine || Date.now() - last < AT_ONCE) return
  sessionStorage.setItem(RENEWED, String(Date.now()))
  location.reload()
}
