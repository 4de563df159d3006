/** Where throws are worked out and drawn: one worker and one stage for the whole page. */
import type { Cubes } from '../view'
import type { Course, Painter } from './course'

interface Throw {
  thrown: Cubes
  fell: Cubes
}
let worker: Worker | null = null
let queue: Promise<unknown> = Promise.resolve()

/** The course of a throw; one after another. */
export function courseOf(thrown: Cubes, fell: Cubes): Promise<Course> {
  const made = queue.then(() => ask({ thrown: { ...thrown }, fell: { ...fell } }))
  queue = made.catch(() => {})
  return made
}

function ask(wish: Throw): Promise<Course> {
  worker ??= new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  return new Promise((resolve, reject) => {
    worker!.onmessage = ({ data }: MessageEvent<Course>) => resolve(data)
    worker!.onerror = (event) => reject(new Error(event.message))
    worker!.postMessage(wish)
  })
}

let drawn: Promise<Painter> | null = null
let stage: (Painter & { tooSlow: boolean; close(): void }) | null = null

/** Fetch and build what draws it, in a quiet moment before it is needed. */
export function prepare(): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => void painter())
  else setTimeout(() => void painter())
}

/** In three dimensions where the machine can, else as a drawing. */
export function painter(): Promise<Painter> {
  if (stage?.tooSlow) {
    stage.close()
    stage = null
    drawn = drawing()
  }
  return (drawn ??= webgl() ? built().catch(drawing) : drawing())
}

function webgl(): boolean {
  return (
    document.createElement('canvas').getContext('webgl2', { failIfMajorPerformanceCaveat: true }) !== null
  )
}

async function built(): Promise<Painter> {
  const { Stage } = await import('./stage')
  return (stage = new Stage())
}

async function drawing(): Promise<Painter> {
  const { Drawing, NAME } = await import('./paint')
  await document.fonts.load(NAME.font, NAME.words).catch(() => {}) // else it is written as it can be
  return new Drawing()
}
