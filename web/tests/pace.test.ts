/** A machine that cannot keep up with the falling cubes is spared, and then given a drawing. */
import { expect, test } from 'vitest'
import { Pace } from '../src/games/shogun/tower/pace'

/** What is done about pictures that are so many milliseconds apart. */
function verdicts(pace: Pace, ...gaps: number[]): string[] {
  let now = 1000
  const said = [pace.painted(now), ...gaps.map((gap) => pace.painted((now += gap)))]
  return said.filter((verdict) => verdict !== null)
}
const ten = (gap: number) => Array<number>(10).fill(gap)

test('who keeps up is left alone', () => {
  expect(verdicts(new Pace(), ...ten(16.7), ...ten(16.7), ...ten(23))).toEqual([])
})

test('ten slow pictures: it is spared; ten that are slow all the same: another way', () => {
  expect(verdicts(new Pace(), ...ten(30))).toEqual(['spare it'])
  expect(verdicts(new Pace(), ...ten(60), ...ten(30))).toEqual(['spare it'])
  expect(verdicts(new Pace(), ...ten(60), ...ten(60))).toEqual(['spare it', 'another way'])
})

test('a machine that draws three pictures a second is noticed, too', () => {
  expect(verdicts(new Pace(), ...ten(330), ...ten(330), 330)).toEqual(['spare it', 'another way'])
})

test('one long wait says nothing: a shader is made, or the page was out of sight', () => {
  expect(verdicts(new Pace(), 180, ...ten(17))).toEqual([])
  expect(verdicts(new Pace(), 17, 17, 5000, ...ten(17))).toEqual([])
})

test('between two throws nothing is measured', () => {
  const pace = new Pace()
  expect(verdicts(pace, 30, 30, 30, 30, 30)).toEqual([])
  pace.rest()
  expect(verdicts(pace, 30, 30, 30, 30, 30)).toEqual([])
})
