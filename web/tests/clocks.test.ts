import { beforeAll, describe, expect, it, vi } from 'vitest'
vi.stubGlobal('localStorage', { getItem: () => 'en', setItem: () => {} })
vi.stubGlobal('document', { documentElement: { dataset: {} } })
vi.stubGlobal('navigator', { languages: [] })
const { loadArea, setLanguage } = await import('../src/lib/i18n.svelte')
const { countdown, isHeld, paceInWords, secondsLeft, span } = await import('../src/lib/clocks')
const { now, noteTime } = await import('../src/lib/now')

const NIGHT = 9 * 3600

describe('a clock', () => {
  it('shows what is left until the flag, or before it where nights come between', () => {
    const clock = { left: 7200, since: 1000, flag: 8200 }
    expect(secondsLeft(clock, 1000)).toBe(7200)
    expect(secondsLeft(clock, 8190)).toBe(10)
    expect(secondsLeft(clock, 9000)).toBe(0)
    expect(secondsLeft({ ...clock, flag: 8200 + NIGHT }, 1000)).toBe(7200)
    expect(secondsLeft({ left: 600, since: null, flag: null }, 5e9)).toBe(600)
  })
  it('stands still in a pause', () => {
    const clock = { left: 600, since: 5000, flag: 5600 }
    expect(isHeld(clock, 4000)).toBe(true)
    expect(secondsLeft(clock, 4000)).toBe(600)
    expect(isHeld(clock, 5000)).toBe(false)
  })
  it('goes by the server’s time', () => {
    noteTime('Mon, 16 Nov 2026 20:00:00 GMT')
    expect(Math.abs(now() - Date.UTC(2026, 10, 16, 20) / 1000)).toBeLessThan(5)
    noteTime(null)
    expect(Math.abs(now() - Date.UTC(2026, 10, 16, 20) / 1000)).toBeLessThan(5)
  })
})

describe('in words', () => {
  beforeAll(() => loadArea('shell'))
  it('counts down', () => {
    expect([59.2, 61, 3599, 3600, 86399].map(countdown)).toEqual([
      '1:00',
      '1:01',
      '59:59',
      '1:00:00',
      '23:59:59',
    ])
    expect(countdown(2 * 86400 + 5 * 3600)).toBe('2 d 5 h')
    expect(countdown(0)).toBe('time is up')
  })
  it('says what was agreed', () => {
    expect([600, 7200, 86400, 3 * 86400].map(span)).toEqual(['10 minutes', '2 hours', '1 day', '3 days'])
    expect(paceInWords({ per_turn: 0, bank: 600, increment: 10, rest: null })).toBe('10 min + 10 s a turn')
    const rest = { zone: 'UTC', nights: [22, 7] as [number, number], weekends: true }
    expect(paceInWords({ per_turn: 86400, bank: 86400, increment: 0, rest })).toBe(
      '1 day a turn, time bank: 1 day, not from 22:00 to 7:00 nor at weekends (UTC)',
    )
    expect(paceInWords({ per_turn: 86400, bank: 0, increment: 0, rest: { ...rest, nights: null } })).toBe(
      '1 day a turn, not at weekends (UTC)',
    )
  })
  it('has commas in every language', async () => {
    await setLanguage('ru')
    const rest = { zone: 'UTC', nights: null, weekends: true }
    expect(paceInWords({ per_turn: 3 * 86400, bank: 86400, increment: 0, rest })).toBe(
      '3 дня на ход, запас: 1 день, кроме выходных (UTC)',
    )
    await setLanguage('en')
  })
})
