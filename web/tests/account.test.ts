/** What stands in the way of passkeys, and what a device is called. */
import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} })
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PublicKeyCredential', { parseCreationOptionsFromJSON: () => ({}) })
})

const account = () => import('../src/lib/account.svelte')

test.each([
  ['localhost', true, null],
  ['tenka.example', true, null],
  ['127.0.0.1', true, 'number'],
  ['[::1]', true, 'number'],
  ['192.168.0.7', false, 'https'],
  ['tenka.example', false, 'https'],
])('at %s, with a safe connection: %s, stands in the way: %s', async (hostname, safe, found) => {
  vi.stubGlobal('isSecureContext', safe)
  const { obstacle } = await account()
  expect(obstacle({ hostname })).toBe(found)
})

test('an old browser is told apart', async () => {
  vi.stubGlobal('PublicKeyCredential', {})
  const { obstacle } = await account()
  expect(obstacle({ hostname: 'localhost' })).toBe('browser')
})

test('on this machine the page has a name', async () => {
  const { namedHere } = await account()
  const at = (hostname: string) => namedHere({ hostname, href: `http://${hostname}:8000/account` })
  expect(at('127.0.0.1')).toBe('http://localhost:8000/account')
  expect(at('[::1]')).toBe('http://localhost:8000/account')
  expect(at('192.168.0.7')).toBeNull()
})

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'Chrome, Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari, iPhone'],
  ['something', 'Browser'],
])('%s is called %s', async (agent, name) => {
  const { deviceName } = await account()
  expect(deviceName(agent)).toBe(name)
})
