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

/** The places of the tile along one side: the levels before and after each, and how far it is between them. */
function places(count: number): { from: Uint8Array; to: Uint8Array; part: Float32Array } {
  const from = new Uint8Array(SIZE)
  const to = new Uint8Array(SIZE)
  const part = new Float32Array(SIZE)
  for (let at = 0; at < SIZE; at++) {
    const place = (at / SIZE) * count
    from[at] = place
    to[at] = (from[at]! + 1) % count
    const far = place - from[at]!
    part[at] = far * far * (3 - 2 * far)
  }
  return { from, to, part }
}

/** Add noise whose right edge goes on at the left, and whose lower one at the top. */
function addNoise(sums: Float32Array, across: number, down: number, strength: number, seed: number): void {
  const random = generator(seed)
  const levels = Float32Array.from({ length: across * down }, () => (random() * 2 - 1) * strength)
  const columns = places(across)
  const rows = places(down)
  const line = new Float32Array(across)
  for (let y = 0, at = 0; y < SIZE; y++) {
    const [above, below, low] = [rows.from[y]! * across, rows.to[y]! * across, rows.part[y]!]
    for (let n = 0; n < across; n++) line[n] = levels[above + n]! * (1 - low) + levels[below + n]! * low
    for (let x = 0; x < SIZE; x++, at++) {
      const left = line[columns.from[x]!]!
      sums[at]! += left + (line[columns.to[x]!]! - left) * columns.part[x]!
    }
  }
}

/** The tile as an address that style sheets take. */
function tile(): string {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = SIZE
  const on = canvas.getContext('2d')!
  const seen = on.createImageData(SIZE, SIZE)
  const sums = new Float32Array(SIZE * SIZE)
  WAVES.forEach(([across, down, strength], at) => addNoise(sums, across, down, strength, at + 41))
  for (let at = 0, byte = 0; at < sums.length; at++, byte += 4) {
    const level = sums[at]!
    const colour = level > 0 ? LIGHT : DARK
    seen.data[byte] = colour[0]
    seen.data[byte + 1] = colour[1]
    seen.data[byte + 2] = colour[2]
    seen.data[byte + 3] = Math.abs(level) * STRENGTH
  }
  on.putImageData(seen, 0, 0)
  return canvas.toDataURL()
}

/** From now on every sea has them. */
export function streakSeas(): void {
  document.documentElement.style.setProperty('--streaks', `url(${tile()})`)
}
