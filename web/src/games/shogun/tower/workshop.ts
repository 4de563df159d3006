/** Where throws are worked out and drawn: one worker and one stage for the whole page. */
import { whenIdle } from '../../../lib/idle'
import type { Course, Painter, Throw } from './course'

let worker: Worker | null = null
let queue: Promise<unknown> = Promise.resolve()
/** Courses by their throws, the oldest first. */
const made = new Map<string, Promise<Course>>()
const KEPT = 12

/** The course of a throw; one after another. Asked for early, it is there when it is shown. */
export function courseOf({ thrown, fell, battle }: Throw): Promise<Course> {
  const what = { thrown: { ...thrown }, fell: { ...fell }, battle }
  const key = JSON.stringify(what)
  const known = made.get(key)
  if (known) return known
  const course = queue.then(() => ask(what))
  queue = course.catch(() => made.delete(key))
  made.set(key, course)
  if (made.size > KEPT) made.delete(made.keys().next().value!)
  return course
}

function ask(wish: Throw): Promise<Course> {
  const at = theWorker()
  return new Promise((resolve, reject) => {
    at.onmessage = ({ data }: MessageEvent<Course>) => resolve(data)
    at.onerror = (event) => reject(new Error(event.message))
    at.postMessage(wish)
  })
}

/** It fetches what it needs when it is made. */
function theWorker(): Worker {
  return (worker ??= new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }))
}

let drawn: Promise<Painter> | null = null
let stage: (Painter & { close(): void }) | null = null

/** Fetch and build what rolls and draws it, in a quiet moment before it is needed. */
export function prepare(): void {
  whenIdle(() => {
    theWorker()
    void painter()
  })
}

/** In three dimensions where the machine can, else as a drawing: ask again when it is too slow. */
export function painter(): Promise<Painter> {
  if (stage?.tooSlow) {
    const slow = stage
    stage = null
    drawn = drawing()
    void drawn.then(() => slow.close()) // until then its last picture stands
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
