/** What people like is kept in their browser, also from one edition to the next. */
import { beforeEach, expect, test, vi } from 'vitest'
import type { Settings } from '../src/lib/settings.svelte'

beforeEach(() => vi.resetModules())

async function settingsAfter(kept: Partial<Settings>) {
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(kept) })
  const { hasteOf, settings } = await import('../src/lib/settings.svelte')
  return { battles: settings.battles, haste: hasteOf(true) }
}

test.each([
  [
    { speed: 'off', sound: true },
    { battles: 'off', haste: 0 },
  ],
  [{ speed: 'fast' }, { battles: 'fast', haste: 0.35 }],
  [
    { speed: 'off', battles: 'normal' },
    { battles: 'normal', haste: 1 },
  ],
  [{}, { battles: 'normal', haste: 1 }],
] as const)('of %j battles are shown as %j', async (kept, shown) => {
  expect(await settingsAfter(kept)).toEqual(shown)
})
