import { expect, test } from 'vitest'
import { pageFor, wordOf } from '../src/offline/told'

test('a push is shown as it was sent, and leads nowhere but here', () => {
  const word = { title: 'Your turn: Go', body: 'It is for you.', url: '/t/abc', tag: 'x' }
  expect(wordOf(word)).toEqual(word)
  for (const url of ['https://example.org/', '//example.org', 7, undefined]) {
    expect(wordOf({ ...word, url }).url).toBe('/')
  }
  expect(wordOf(null)).toEqual({ title: 'Tenka', body: '', url: '/', tag: 'tenka' })
})

test('a page that shows the table is preferred to another', () => {
  const pages = ['https://tenka.example/', 'https://tenka.example/t/abc'].map((url) => ({ url }))
  expect(pageFor(pages, '/t/abc')).toBe(pages[1])
  expect(pageFor(pages, '/t/other')).toBe(pages[0])
  expect(pageFor(pages.slice(1), '/t/other')).toBeUndefined() // nobody is torn from a game
  expect(pageFor([], '/')).toBeUndefined()
})
