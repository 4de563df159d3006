/** Being told that it is my turn, on this device: the browser's side of Web Push. */
import { del, get, post } from './api'
import type { Told } from './wire'

const PATH = '/api/account/notices'

/** Whether this browser can be sent notices at all. */
export function canBeTold(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
}

export function channels(): Promise<Told> {
  return get<Told>(PATH)
}

async function worker(): Promise<ServiceWorkerRegistration | undefined> {
  return canBeTold() ? navigator.serviceWorker.getRegistration() : undefined
}

/** Whether this browser has subscribed. */
export async function isTold(): Promise<boolean> {
  return Boolean(await (await worker())?.pushManager.getSubscription())
}

/** Ask the person and the browser; false if either does not want to. */
export async function tellHere(key: string, about: { label: string; language: string }): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const { pushManager } = await navigator.serviceWorker.ready
  await (await pushManager.getSubscription())?.unsubscribe() // it may be of another server's key
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys } = made.toJSON()
  const device = { endpoint, p256dh: keys?.p256dh, auth: keys?.auth }
  await post(`${PATH}/devices`, { ...device, ...about })
  return true
}

/** This device is told nothing any more; the server learns so when it tries. */
export async function tellNoMore(): Promise<void> {
  await (await (await worker())?.pushManager.getSubscription())?.unsubscribe()
}

export async function remove(channel: number): Promise<void> {
  await del(`${PATH}/${channel}`)
}
