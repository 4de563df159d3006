/** The tower ends as the server said, whatever was thrown: physics without a picture. */
import { expect, test } from 'vitest'
import { landed, lying, poseAt, type Course } from '../src/games/shogun/tower/course'
import { roll } from '../src/games/shogun/tower/roll'
import { COLOURS, type Cubes } from '../src/games/shogun/view'
import games from './shogun-battles.json'

const none = COLOURS.map(() => 0)

function heap(counts: number[]): Cubes {
  return Object.fromEntries(COLOURS.map((colour, at) => [colour, counts[at]]))
}

/** Cubes lie on the tray's floor, apart, in the colours that fell; and they were counted one by one. */
function check(course: Course, fell: number[]): void {
  const end = course.frames - 1
  expect(lying(course, end)).toEqual(fell)
  expect(landed(course, 0)).toEqual(none)
  let before = none
  for (let frame = 0; frame < course.frames; frame++) {
    const now = landed(course, frame)
    if (now.some((n, colour) => n < before[colour]!)) throw new Error(`a cube is counted no more at ${frame}`)
    before = now
  }
  expect(before).toEqual(fell)
  const places = course.parts.flatMap(({ out }, at) =>
    out ? [course.poses.subarray(poseAt(course, end, at), poseAt(course, end, at) + 3)] : [],
  )
  for (const [at, [x, y, z]] of places.entries()) {
    expect(y).toBeCloseTo(0.5, 1)
    const others = places.slice(at + 1).map(([x1, , z1]) => Math.hypot(x! - x1!, z! - z1!))
    expect(Math.min(9, ...others)).toBeGreaterThan(0.9)
  }
}

test('in all battles of nine finished games the tray ends as the server said', () => {
  const battles = Object.values(games).flat() as [number[], number[]][]
  expect(battles.length).toBeGreaterThanOrEqual(300)
  for (const [thrown, fell] of battles) check(roll(heap(thrown), heap(fell)), fell)
}, 180_000)

test('the throw that fills the tower, and sixty cubes, find room', () => {
  check(roll(heap([7, 7, 7, 7, 7, 10]), heap([7, 3, 5, 5, 3, 10])), [7, 3, 5, 5, 3, 10])
  const many = [20, 20, 10, 0, 0, 10]
  check(roll(heap(many), heap(many)), many)
}, 60_000)

test('the same cubes roll alike', () => {
  const [thrown, fell] = [heap([5, 4, 0, 0, 0, 0]), heap([4, 3, 0, 0, 0, 2])]
  expect(roll(thrown, fell)).toEqual(roll(thrown, fell))
})
