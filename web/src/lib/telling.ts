/** Being told that it is my turn, on this device: the browser's side of Web Push. */
import { del, get, post } from './api'
import { sha256 } from './digest'
import type { Channel, Told } from './wire'

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

/** Which of my channels this browser is, if any: it may be subscribed for somebody who was here before. */
export async function channelHere(channels: Channel[]): Promise<Channel | undefined> {
  const address = (await (await worker())?.pushManager.getSubscription())?.toJSON().endpoint
  if (!address) return undefined
  const here = await sha256(address)
  return channels.find(({ device }) => device === here)
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
