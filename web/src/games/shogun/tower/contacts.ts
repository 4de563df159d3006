/** Where cubes of a throw hit something: what is heard of it. */
import { poseAt, RATE, seen, type Course } from './course'

/** How fast something must be stopped to be heard, and to be heard at its loudest, in edges a second. */
const SOFT = 4
const HARD = 18

/** How hard (0 to 1) each cube hits that is stopped in its fall in a frame. */
export function contacts(course: Course, frame: number): number[] {
  return course.parts.flatMap((part, at) => {
    if (!seen(part, frame - 1) || !seen(part, frame + 1) || frame + 1 >= course.frames) return []
    const height = (when: number) => course.poses[poseAt(course, when, at) + 1]!
    const before = height(frame) - height(frame - 1)
    const stopped = (height(frame + 1) - height(frame) - before) * RATE
    return before < 0 && stopped > SOFT ? [Math.min(1, stopped / HARD)] : []
  })
}
