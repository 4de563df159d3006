/** Fair dice: the browser's check of a record, and what a device remembers of the promise. */
import { beforeEach, expect, test, vi } from 'vitest'
import { notePromise, promisedAt, verdictOf } from '../src/lib/dice'

const LINK = 'A'.repeat(22)
// Made by `tenka.core.dice`: Dice('ab' * 16, 'cd' * 16, ('żuraw 🀄', ''))
const DICE = {
  commitment: '9ea4699cc26e9d1599aff25569bb7d2e4b0840e68fdd26bd490fd554dcf14246',
  secret: 'ab'.repeat(16),
  salt: 'cd'.repeat(16),
  words: ['żuraw 🀄', ''],
}
const SEED = '14396469201809214953'
const record = (dice: object, seed = SEED) =>
  `{\n "seats": ["\\" \\"seed\\": 7,", "Bo"],\n "seed": ${seed},\n "dice": ${JSON.stringify(dice)},\n "steps": [\n  {"seed": 1}\n ]\n}\n`

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})

test('a record that keeps the promise is found true', async () => {
  expect(await verdictOf(record(DICE), null)).toEqual({
    kept: true,
    seed: true,
    seen: null,
    words: DICE.words,
  })
})

test.each([
  [{ secret: 'ab'.repeat(15) + 'ac' }, { kept: false, seed: false }],
  [{ salt: '00'.repeat(16) }, { kept: false, seed: false }],
  [{ commitment: '0'.repeat(64) }, { kept: false, seed: true }],
  [{ words: ['żuraw 🀄', 'x'] }, { kept: true, seed: false }],
  [{ words: ['', 'żuraw 🀄'] }, { kept: true, seed: false }],
])('%j is found out', async (change, found) => {
  expect(await verdictOf(record({ ...DICE, ...change }), null)).toMatchObject(found)
})

test('a seed that differs in its last bit is found out', async () => {
  const near = (BigInt(SEED) ^ 1n).toString()
  expect(await verdictOf(record(DICE, near), null)).toMatchObject({ kept: true, seed: false })
})

test('a record without a promise has no verdict', async () => {
  expect(await verdictOf('{\n "seed": 7,\n "steps": []\n}\n', null)).toBeNull()
})

test('what a device was shown first counts, whatever the table shows later', async () => {
  const shown = (commitment: string, words: (string | null)[]) => ({ commitment, words, awaited: false })
  const note = (status: 'open' | 'running' | 'finished', dice: ReturnType<typeof shown>) =>
    notePromise({ table: LINK, status, dice })
  note('open', shown(DICE.commitment, [null, null]))
  note('open', shown('other', ['left again', null]))
  note('running', shown('other', ['żuraw 🀄', null]))
  note('running', shown('other', ['another word', null]))
  note('finished', shown('other', ['x', 'y']))
  expect(promisedAt(LINK)).toEqual({ commitment: DICE.commitment, words: DICE.words })
  expect((await verdictOf(record(DICE), promisedAt(LINK)))?.seen).toBe(true)
  expect((await verdictOf(record(DICE), { ...promisedAt(LINK)!, commitment: 'other' }))?.seen).toBe(false)
  expect((await verdictOf(record(DICE), { ...promisedAt(LINK)!, words: ['x', ''] }))?.seen).toBe(false)
})

test('what was not seen before the end proves nothing', () => {
  notePromise({ table: LINK, status: 'finished', dice: { ...DICE, awaited: false } })
  expect(promisedAt(LINK)).toBeNull()
})

test('a device does not remember more and more', () => {
  for (let n = 0; n < 60; n += 1)
    notePromise({ table: `${n}`, status: 'open', dice: { ...DICE, awaited: false } })
  expect(promisedAt('0')).toBeNull()
  expect(promisedAt('59')).not.toBeNull()
})
