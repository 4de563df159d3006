import { afterEach, describe, expect, it, vi } from 'vitest'
vi.stubGlobal('localStorage', { getItem: () => 'en', setItem: () => {} })
vi.stubGlobal('document', { documentElement: { dataset: {} } })
vi.stubGlobal('navigator', { languages: ['pl', 'en-GB', 'en'] })
const { clock, day } = await import('../src/lib/time')

const NOW = new Date(2026, 10, 19, 21, 4) // a Thursday
const at = (days: number, hour: number) => new Date(2026, 10, 19 + days, hour, 5).getTime() / 1000

describe('a moment', () => {
  afterEach(() => vi.useRealTimers())
  it('has a day that can be no other one', () => {
    vi.useFakeTimers({ now: NOW })
    expect([at(0, 14), at(1, 14), at(5, 14)].map(clock)).toEqual(['14:05', 'Fri 14:05', 'Tue 14:05'])
    expect([at(7, 14), at(11, 12), at(-8, 14)].map(clock)).toEqual([
      '26 Nov, 14:05',
      '30 Nov, 12:05',
      '11 Nov, 14:05',
    ])
  })
  it('is written as where the reader lives', () => {
    vi.useFakeTimers({ now: NOW })
    expect(clock(at(0, 17))).toBe('17:05')
    expect(day(at(-30, 9))).toBe('20 Oct 2026')
  })
})
