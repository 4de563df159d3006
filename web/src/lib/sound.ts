/**
 * Sounds of things, made on the spot; silent where they are switched off. Each tells one thing:
 *
 * | heard            | tells                                          |
 * |------------------|------------------------------------------------|
 * | wood             | cubes, armies, figures: a knock for each       |
 * | glaze            | a tile is laid                                 |
 * | paper            | a card or a slip is moved or turned            |
 * | grain            | rice is brought in                             |
 * | coins            | taxes are brought in                           |
 * | drum             | a battle begins                                |
 * | drum, twice      | what a battle or a scoring came to             |
 * | bell             | I am asked                                     |
 * | two drums, bell  | the game is over                               |
 * | two quick drums  | somebody reminds me that the table waits       |
 *
 * Which entry of a journal is heard as what, its game says (`games/<game>/sounds.ts`).
 */
import { settings } from './settings.svelte'

/** What can be heard. */
export type Heard =
  'wood' | 'glaze' | 'paper' | 'grain' | 'coins' | 'battle' | 'result' | 'turn' | 'end' | 'nudge'
/** What an entry sounds like: so many pieces of it, if there are several. */
export interface Sounding {
  heard: Heard
  count?: number
}

/** A sound that begins at a time, on a way out. */
type Sound = (context: AudioContext, at: number, out: AudioNode) => void

/** At full volume, 14 decibels below what the device can do: sounds lie behind what is thought and said. */
const LOUDEST = 10 ** (-14 / 20)
let context: AudioContext | null = null
let noise: AudioBuffer | null = null

/** A swell or a stroke that dies away: from nothing over its rise to its peak, then down. */
function hull(context: AudioContext, at: number, peak: number, rise: number, seconds: number): GainNode {
  const gain = new GainNode(context, { gain: 0 })
  gain.gain.setValueAtTime(0.0001, at)
  gain.gain.exponentialRampToValueAtTime(peak, at + rise)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds)
  return gain
}

function sine(from: number, to: number, peak: number, seconds: number): Sound {
  return (context, at, out) => {
    const tone = new OscillatorNode(context, { frequency: from })
    tone.frequency.setValueAtTime(from, at)
    tone.frequency.exponentialRampToValueAtTime(to, at + seconds)
    tone.connect(hull(context, at, peak, 0.004, seconds)).connect(out)
    tone.start(at)
    tone.stop(at + seconds)
  }
}

function hiss(type: BiquadFilterType, frequency: number, peak: number, rise: number, seconds: number): Sound {
  return (context, at, out) => {
    noise ??= whiteNoise(context)
    const source = new AudioBufferSourceNode(context, { buffer: noise })
    const filter = new BiquadFilterNode(context, { type, frequency })
    source
      .connect(filter)
      .connect(hull(context, at, peak, rise, seconds))
      .connect(out)
    source.start(at, 0, seconds)
  }
}

function whiteNoise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1
  return buffer
}

const paper = [hiss('highpass', 2600, 0.5, 0.04, 0.09)]
const glaze = [
  sine(2100, 2080, 0.3, 0.07),
  sine(3400, 3360, 0.2, 0.05),
  hiss('bandpass', 1500, 0.2, 0.002, 0.03),
]
const drum = [sine(95, 52, 1, 0.5), hiss('bandpass', 1200, 0.4, 0.002, 0.03)]
const bell = [1, 2.76, 5.4].map((part, at) => sine(220 * part, 220 * part, 0.5 / (at + 1), 2.5 / (at + 1)))
/** A handful that is poured. */
const grains = [hiss('highpass', 4200, 0.12, 0.09, 0.42)]
const grain = (at: number) => [hiss('bandpass', 3000 + ((at * 790) % 2200), 0.5, 0.001, 0.012)]
/** Metal rings higher and longer than glaze, and never in tune. */
const coin = (at: number) => [
  sine(4150 + ((at * 230) % 600), 4140, 0.22, 0.16),
  sine(6870 + ((at * 310) % 700), 6850, 0.12, 0.09),
  hiss('bandpass', 5200, 0.25, 0.001, 0.014),
]
/** No two pieces of wood ring alike. */
const wood = (at: number) => [
  hiss('bandpass', 900 + ((at * 260) % 700), 0.7, 0.001, 0.035),
  sine(180, 150, 0.5, 0.05),
]

/** At most so many knocks at once; more would be noise. */
const MOST = 8
const KNOCK = 0.05

/** When pieces knock that come down together, in seconds: a little apart, and ever closer. */
export function knocks(count: number): number[] {
  return Array.from({ length: Math.min(count, MOST) }, (_, at) => Math.round(70 * at * (1 - at / 24)) / 1000)
}

/** When grains of a handful come down, and coins on one another, in seconds. */
const GRAINS = [0.02, 0.05, 0.07, 0.11, 0.14, 0.2, 0.26]
const COINS = [0, 0.07, 0.19]

/** What is heard, and after how many seconds. */
const HEARD: Record<Heard, (count: number) => [number, Sound[]][]> = {
  wood: (count) => knocks(count).map((wait, at) => [wait, wood(at)]),
  glaze: () => [[0, glaze]],
  paper: () => [[0, paper]],
  grain: () => [[0, grains], ...GRAINS.map((wait, at): [number, Sound[]] => [wait, grain(at)])],
  coins: () => COINS.map((wait, at) => [wait, coin(at)]),
  battle: () => [[0, drum]],
  result: () => [
    [0, drum],
    [0.35, drum],
  ],
  turn: () => [[0, bell]],
  end: () => [
    [0, drum],
    [0.35, drum],
    [0.8, bell],
  ],
  nudge: () => [
    [0, drum],
    [0.2, drum],
  ],
}

/** Let something be heard. */
export function hear(heard: Heard, count = 1): void {
  for (const [wait, sounds] of HEARD[heard](count)) sound(sounds, wait)
}

let ringing: number[] = []
let struck = 0

/** A piece of wood hits another, so hard (0 to 1). */
export function knock(force: number): void {
  const now = context?.currentTime ?? 0
  ringing = ringing.filter((end) => end > now)
  if (ringing.length >= MOST) return
  if (sound(wood(struck++), 0, Math.min(1, force))) ringing.push(now + KNOCK)
}

/** Seconds of silence after which the device's sound may rest. */
const REST = 5
let resting: ReturnType<typeof setTimeout> | undefined

function sound(sounds: Sound[], wait: number, loud = 1): boolean {
  // Before anything was pressed a browser keeps silent, and would play it all at once later.
  if (!settings.sound || navigator.userActivation?.hasBeenActive === false) return false
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume()
  clearTimeout(resting)
  resting = setTimeout(() => void context?.suspend(), REST * 1000)
  const out = new GainNode(context, { gain: LOUDEST * settings.volume * loud })
  out.connect(context.destination)
  for (const one of sounds) one(context, context.currentTime + wait, out)
  return true
}
