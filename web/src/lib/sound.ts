/** Sounds of things, made on the spot; silent unless switched on. Each tells one thing. */
import { settings } from './settings.svelte'

/** A sound that begins at a time, on a way out. */
type Sound = (context: AudioContext, at: number, out: AudioNode) => void

/** At full volume; sounds lie behind what is thought and said. */
const LOUDEST = 0.4
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

const paper = [hiss('highpass', 2600, 0.35, 0.06, 0.13)]
const drum = [sine(95, 52, 1, 0.5), hiss('bandpass', 1200, 0.4, 0.002, 0.03)]
const bell = [1, 2.76, 5.4].map((part, at) => sine(220 * part, 220 * part, 0.5 / (at + 1), 2.5 / (at + 1)))

/** What is heard, and after how many seconds: a thing moves, I am asked, it is over, somebody knocks. */
const HEARD: Record<'move' | 'turn' | 'end' | 'nudge', [number, Sound[]][]> = {
  move: [[0, paper]],
  turn: [[0, bell]],
  end: [
    [0, drum],
    [0.35, drum],
    [0.8, bell],
  ],
  nudge: [
    [0, drum],
    [0.25, drum],
  ],
}

/** Let something be heard. */
export function tick(kind: keyof typeof HEARD): void {
  if (!settings.sound) return
  context ??= new AudioContext()
  const out = new GainNode(context, { gain: LOUDEST * settings.volume })
  out.connect(context.destination)
  for (const [wait, sounds] of HEARD[kind])
    for (const sound of sounds) sound(context, context.currentTime + wait, out)
}
