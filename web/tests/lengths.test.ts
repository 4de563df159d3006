import { preprocessCSS, resolveConfig } from 'vite'
import { expect, test } from 'vitest'
import { grown, lengths } from '../lengths'

const config = await resolveConfig({ css: { postcss: { plugins: [lengths()] } } }, 'build')
const made = async (sheet: string) => (await preprocessCSS(sheet, 'sheet.css', config)).code

test('pixels become parts of the root’s font size, but for thin lines', () => {
  expect(grown('min(480px, calc(100vw - 20px))')).toBe('min(30rem, calc(100vw - 1.25rem))')
  expect(grown('0 1px 2px -4px')).toBe('0 1px 2px -0.25rem')
})

test('containers are asked in the same measure, windows are not', async () => {
  expect(await made('@container (max-width: 720px) { a { gap: 8px } }')).toBe(
    '@container (max-width: 45rem) { a { gap: 0.5rem } }',
  )
  expect(await made('@media (max-width: 760px) { a { gap: 8px } }')).toBe(
    '@media (max-width: 760px) { a { gap: 0.5rem } }',
  )
})

test('what belongs to a drawing stays in its measure', async () => {
  expect(await made('a { stroke-width: 6px; transform: translateY(-8px) }')).toContain('6px')
  expect(await made("/* in the drawing's own measure */ a { font: 12px serif }")).toContain('12px')
})
