/**
 * The service worker: keeps the client on the device, so that it opens without a connection and a page that
 * is open while a new edition is installed on the server still finds its own files. Files have their content
 * in their names, so any edition's worker can serve any edition's page.
 */
/// <reference lib="webworker" />
import { answered, outdated, wanted, type Kept, type Wish } from './kept'
import { deviceOf, DEVICES, pageFor, wordOf } from './told'

declare const self: ServiceWorkerGlobalScope
/** Written in by the build: all files, the script that the page begins with, and a name for it all. */
declare const EDITION: { files: Kept[]; entry: string; name: string }

const PAGE = '/'
const EVERYBODY: Wish = {}

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([keepPage(), keep(EVERYBODY), self.skipWaiting()]))
})
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([forget(), self.clients.claim()]))
})
self.addEventListener('message', (event) => {
  event.waitUntil(keep(event.data as Wish))
})
self.addEventListener('push', (event) => {
  const { title, body, url, tag } = wordOf(event.data?.json())
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: url, icon: '/icons/192.png' }))
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data as string))
})
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(tellAnew(event))
})
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const how = answered(method, mode, new URL(url), self.location.origin)
  if (how === 'page') event.respondWith(page(event.request))
  if (how === 'file') event.respondWith(file(event.request))
})

/** Bring a page to the front that shows a path: the question is what it opens with. */
async function open(path: string): Promise<void> {
  const page = pageFor(await self.clients.matchAll({ type: 'window' }), path)
  if (!page) await self.clients.openWindow(path)
  else if (new URL(page.url).pathname === path) await page.focus()
  else await (await page.navigate(path))?.focus()
}

/** The push service has given this browser another address: the server is to know, or nothing would come. */
async function tellAnew({ oldSubscription, newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  const again = () => self.registration.pushManager.subscribe(oldSubscription?.options)
  const device = deviceOf((newSubscription ?? (await again())).toJSON(), oldSubscription?.endpoint)
  const headers = { 'Content-Type': 'application/json' }
  await fetch(DEVICES, { method: 'POST', headers, body: JSON.stringify(device) })
}

/** The page of this very edition: while a server is being renewed, another one may answer. */
async function keepPage(): Promise<void> {
  const answer = await fetch(PAGE, { cache: 'reload' })
  if (!(await answer.clone().text()).includes(EDITION.entry)) throw new Error('another edition’s page')
  await (await caches.open(EDITION.name)).put(PAGE, answer)
}

async function keep(wish: Wish): Promise<void> {
  const cache = await caches.open(EDITION.name)
  const known = await Promise.all(
    wanted(EDITION.files, wish).map(async (path) => [path, await found(path)] as const),
  )
  await Promise.all(known.map(([path, old]) => (old ? cache.put(path, old) : cache.add(path))))
}

async function forget(): Promise<void> {
  await Promise.all(outdated(await caches.keys(), EDITION.name).map((name) => caches.delete(name)))
}

function found(what: Request | string): Promise<Response | undefined> {
  return caches.match(what, { ignoreVary: true })
}

async function page(request: Request): Promise<Response> {
  const kept = async () => (await caches.open(EDITION.name)).match(PAGE, { ignoreVary: true })
  try {
    const answer = await fetch(request)
    return answer.status < 500 ? answer : ((await kept()) ?? answer)
  } catch (away) {
    const old = await kept()
    if (old) return old
    throw away
  }
}

async function file(request: Request): Promise<Response> {
  const kept = await found(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await (await caches.open(EDITION.name)).put(request, answer.clone())
  return answer
}
