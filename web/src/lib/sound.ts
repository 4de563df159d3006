/** Tiny sounds, made on the spot; silent unless switched on. */
import { settings } from './settings.svelte'

const TONES = { move: [520, 0.05], turn: [660, 0.12], end: [392, 0.4], nudge: [880, 0.5] } as const
let context: AudioContext | null = null

/** A short wooden tick. */
export function tick(kind: keyof typeof TONES): void {
  if (!settings.sound) return
  context ??= new AudioContext()
  const [frequency, seconds] = TONES[kind]
  const now = context.currentTime
  const tone = new OscillatorNode(context, { type: 'triangle', frequency })
  const volume = new GainNode(context, { gain: 0.12 })
  volume.gain.exponentialRampToValueAtTime(0.001, now + seconds)
  tone.connect(volume).connect(context.destination)
  tone.start(now)
  tone.stop(now + seconds)
}
