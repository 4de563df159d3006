/** Points at the end of rounds 3, 6 and 9, province by province. */
import { provinceOf, PROVINCES, SCORING_ROUNDS, type ProvinceName, type SunTzuView } from './view'

export interface Share {
  province: ProvinceName
  /** What it counts this time. */
  worth: number
  /** Whose armies stand there; nobody gets points where none do. */
  holder: number | null
}

export function sharesOf(view: SunTzuView): Share[] {
  const at = SCORING_ROUNDS.findIndex((round) => round === view.round)
  return PROVINCES.map((province) => {
    const { armies, points } = provinceOf(view, province)
    const holder = armies.findIndex((n) => n > 0)
    return { province, worth: points?.[at] ?? 0, holder: holder < 0 ? null : holder }
  })
}
