import { expect, test } from 'vitest'
import { deviceOf, pageFor, wordOf } from '../src/offline/told'

test('a push is shown as it was sent, and leads nowhere but here', () => {
  const word = { title: 'Your turn: Go', body: 'It is for you.', url: '/t/abc', tag: 'x' }
  expect(wordOf(word)).toEqual(word)
  for (const url of ['https://example.org/', '//example.org', 7, undefined]) {
    expect(wordOf({ ...word, url }).url).toBe('/')
  }
  expect(wordOf(null)).toEqual({ title: 'Tenka', body: '', url: '/', tag: 'tenka' })
})

test('a device with another address says which it had', () => {
  const made = { endpoint: 'https://push.example/2', keys: { p256dh: 'point', auth: 'secret' } }
  const device = { endpoint: 'https://push.example/2', p256dh: 'point', auth: 'secret' }
  expect(deviceOf(made, 'https://push.example/1')).toEqual({ ...device, replaces: 'https://push.example/1' })
  expect(deviceOf(made)).toEqual({ ...device, replaces: null })
})

test('a page that shows the table is preferred to another', () => {
  const pages = ['https://tenka.example/', 'https://tenka.example/t/abc'].map((url) => ({ url }))
  expect(pageFor(pages, '/t/abc')).toBe(pages[1])
  expect(pageFor(pages, '/t/other')).toBe(pages[0])
  expect(pageFor(pages.slice(1), '/t/other')).toBeUndefined() // nobody is torn from a game
  expect(pageFor([], '/')).toBeUndefined()
})
