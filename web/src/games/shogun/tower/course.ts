/**
 * The course of a throw: where each cube is, and how it lies, sixty times a second.
 *
 * The server has decided which cubes come out. Cubes that are poured leave the world in the tower's
 * throat, and those that come out enter it behind the mouth; colours are paint, so any roll is true.
 * The unit is a cube's edge. x goes to the right, y up and z towards the viewer; the tray's floor is
 * y = 0, and the tower stands behind z = 0.
 */
import { COLOURS, type Cubes } from '../view'

export const RATE = 60
export const TRAY = { half: 8.7, depth: 9.6, rim: 1.2, front: 0.8 }
export const TOWER = { half: 3.05, depth: 5, height: 9.4, mouth: 2.1, arch: 4, brim: 13, funnel: 5.4 }

/** What is thrown in, what of the tower's cubes fall out, and for what: no two battles look the same. */
export interface Throw {
  thrown: Cubes
  fell: Cubes
  battle: string
}

export interface Part {
  colour: number
  /** Whether it comes out; else it is poured. */
  out: boolean
  /** The frames in which it is to be seen: from the first, before the last. */
  first: number
  last: number
  /** The frame in which it crosses the sill, and counts. */
  counts: number
}

export interface Course {
  parts: Part[]
  frames: number
  /** Place (3) and turn (a quaternion, 4) of every part in every frame. */
  poses: Float32Array
}

export const POSE = 7

/** Where the pose of a part begins. */
export function poseAt(course: Course, frame: number, part: number): number {
  return (frame * course.parts.length + part) * POSE
}

export function seen(part: Part, frame: number): boolean {
  return frame >= part.first && frame < part.last
}

/** Cubes by colour that have come out so far. */
export function landed({ parts }: Course, frame: number): number[] {
  return COLOURS.map(
    (_, colour) => parts.filter((part) => part.out && part.colour === colour && part.counts <= frame).length,
  )
}

/** Cubes by colour that lie on the tray's floor inside its rim, counted from their places. */
export function lying(course: Course, frame: number): number[] {
  const counts = COLOURS.map(() => 0)
  for (const [at, part] of course.parts.entries()) {
    const [x, y, z] = course.poses.subarray(poseAt(course, frame, at))
    const inside = Math.abs(x!) < TRAY.half && z! > 0 && z! < TRAY.depth && y! > 0
    if (seen(part, frame) && inside) counts[part.colour]! += 1
  }
  return counts
}

/** The middle of the cubes that are to be seen, evened out over half a second; null: there are none. */
export function middle(course: Course, frame: number): [number, number, number] | null {
  const sum: [number, number, number] = [0, 0, 0]
  let count = 0
  for (let when = frame - RATE / 4; when <= frame + RATE / 4; when++) {
    const at = Math.max(0, Math.min(course.frames - 1, when))
    for (const [number, part] of course.parts.entries()) {
      if (!seen(part, at)) continue
      const pose = poseAt(course, at, number)
      for (let axis = 0; axis < 3; axis++) sum[axis]! += course.poses[pose + axis]!
      count += 1
    }
  }
  return count ? [sum[0] / count, sum[1] / count, sum[2] / count] : null
}

/** Draws moments of a course on a canvas of its own. */
export interface Painter {
  readonly canvas: HTMLCanvasElement
  /** Whether this machine cannot keep up with it: another one should go on. */
  readonly tooSlow: boolean
  /** Use a box of so many pixels of the page. */
  fit(width: number, height: number): void
  /** Show a moment; `now` is given while cubes fall at their own speed: the painter sees whether it keeps up. */
  paint(course: Course | null, frame: number, now?: number): void
}
