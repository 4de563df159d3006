/** Firm spaces: after words of one letter, and before dashes. */
import { expect, test } from 'vitest'
import { firmly, longestWord } from '../src/lib/typography'

const shown = (text: string, language: string): string => firmly(text, language).replaceAll('\u00a0', '_')

test('a word of one letter stays with the next one', () => {
  expect(shown('Armie z Surugi i z Aki, a w Totomi', 'pl')).toBe('Armie z_Surugi i_z_Aki, a_w_Totomi')
  expect(shown('В поддоне и в башне', 'ru')).toBe('В_поддоне и_в_башне')
  expect(shown('(w ramkach) albo „o jeden”', 'pl')).toBe('(w_ramkach) albo „o_jeden”')
})

test('a dash stays with the word before it', () => {
  expect(shown('Число — сила, 1–3', 'ru')).toBe('Число_— сила, 1–3')
  expect(shown('Wydarzenie: mniej armii – trzy', 'pl')).toBe('Wydarzenie: mniej armii_– trzy')
})

test('other languages break as they like', () => {
  expect(firmly('I see a card – once', 'en')).toBe('I see a card – once')
})

test('a line ends at spaces and after hyphens', () => {
  expect(longestWord('Wojciech-Grzegorz Brzęcz')).toBe('Wojciech'.length)
  expect(longestWord('Ann')).toBe(3)
})
