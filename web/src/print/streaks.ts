/** Streaks in the colour of the sea, as the wet block leaves them: one small tile, stretched along the print. */
import { generator } from '../lib/chance'

const SIZE = 256
/** Waves of noise: how many there are across and down the tile, and how strong they are. */
const WAVES = [
  [2, 11, 0.55],
  [4, 23, 0.35],
  [7, 47, 0.25],
] as const
const LIGHT = [214, 238, 232] as const
const DARK = [6, 18, 38] as const
const STRENGTH = 60

/** Noise whose right edge goes on at the left, and whose lower one at the top. */
function noise(across: number, down: number, seed: number): (x: number, y: number) => number {
  const random = generator(seed)
  const levels = Array.from({ length: across * down }, () => random() * 2 - 1)
  const ease = (part: number) => part * part * (3 - 2 * part)
  return (x, y) => {
    const [u, v] = [(x / SIZE) * across, (y / SIZE) * down]
    const [left, top] = [Math.floor(u), Math.floor(v)]
    const [right, below] = [(left + 1) % across, (top + 1) % down]
    const [a, b] = [ease(u - left), ease(v - top)]
    const upper = levels[top * across + left]! * (1 - a) + levels[top * across + right]! * a
    const lower = levels[below * across + left]! * (1 - a) + levels[below * across + right]! * a
    return upper * (1 - b) + lower * b
  }
}

/** The tile as an address that style sheets take. */
function tile(): string {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = SIZE
  const on = canvas.getContext('2d')!
  const seen = on.createImageData(SIZE, SIZE)
  const waves = WAVES.map(([across, down, strength], at) => ({ strength, at: noise(across, down, at + 41) }))
  for (let y = 0; y < SIZE; y++)
    for (let x = 0; x < SIZE; x++) {
      const level = waves.reduce((sum, wave) => sum + wave.strength * wave.at(x, y), 0)
      seen.data.set([...(level > 0 ? LIGHT : DARK), Math.abs(level) * STRENGTH], (y * SIZE + x) * 4)
    }
  on.putImageData(seen, 0, 0)
  return canvas.toDataURL()
}

/** From now on every sea has them. */
export function streakSeas(): void {
  document.documentElement.style.setProperty('--streaks', `url(${tile()})`)
}
