/** The tower ends as the server said, whatever was thrown: physics without a picture. */
import { expect, test } from 'vitest'
import { nameOf, throwsIn } from '../src/games/shogun/fight'
import { landed, lying, poseAt, type Course, type Throw } from '../src/games/shogun/tower/course'
import { roll } from '../src/games/shogun/tower/roll'
import { COLOURS, type Cubes, type ShogunEntry } from '../src/games/shogun/view'
import games from './shogun-battles.json'

const none = COLOURS.map(() => 0)

function heap(counts: number[]): Cubes {
  return Object.fromEntries(COLOURS.map((colour, at) => [colour, counts[at]]))
}
function thrown(cubes: number[], fell: number[], battle = 'Mino,1,3'): Throw {
  return { thrown: heap(cubes), fell: heap(fell), battle }
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

const battles = Object.entries(games) as [string, [number[], number[]][]][]

test('finished games have many battles', () => {
  expect(battles.flatMap(([, ofGame]) => ofGame).length).toBeGreaterThanOrEqual(300)
})

test.each(battles)('in all battles of %s the tray ends as the server said', async (_, ofGame) => {
  for (const [cubes, fell] of ofGame) {
    check(roll(thrown(cubes, fell)), fell)
    await new Promise((resolve) => setTimeout(resolve)) // who waits for word of the tests hears of it
  }
})

test('the throw that fills the tower, and sixty cubes, find room', () => {
  check(roll(thrown([7, 7, 7, 7, 7, 10], [7, 3, 5, 5, 3, 10])), [7, 3, 5, 5, 3, 10])
  const many = [20, 20, 10, 0, 0, 10]
  check(roll(thrown(many, many)), many)
})

test('the same throw rolls alike, as many cubes in another battle do not', () => {
  const cubes = [
    [5, 4, 0, 0, 0, 0],
    [4, 3, 0, 0, 0, 2],
  ] as const
  const [mino, again, kai] = ['Mino,0,1', 'Mino,0,1', 'Kai,0,1'].map((battle) =>
    roll(thrown([...cubes[0]], [...cubes[1]], battle)),
  )
  expect(mino).toEqual(again)
  expect(mino!.poses).not.toEqual(kai!.poses)
})

test('throws that will be shown are known by what is thrown, what falls and for what', () => {
  const entries = [
    { kind: 'attack', player: 1, source: 'Kai', province: 'Mino', armies: 4 },
    {
      kind: 'thrown',
      province: 'Mino',
      attacker: 1,
      defender: 2,
      peasants: 'aside',
      cubes: [0, 4, 3, 0, 0, 1],
    },
    { kind: 'fell', province: 'Mino', cubes: [1, 2, 3, 0, 0, 0] },
    { kind: 'battle result', province: 'Mino', result: 'defender won', armies: 1 },
    { kind: 'turn order', players: [0, 1, 2] },
  ] as unknown as ShogunEntry[]
  const [fight, ...more] = throwsIn(entries, 3)
  expect(more).toEqual([])
  expect(fight).toMatchObject({
    thrown: { red: 0, blue: 4, black: 3, green: 1 },
    fell: { red: 1, blue: 2, black: 3, green: 0 },
  })
  expect(nameOf(fight!)).toBe('Mino,1,2')
})
