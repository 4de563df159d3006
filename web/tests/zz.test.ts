import { test } from 'vitest'
import { roll } from '../src/games/shogun/tower/roll'
import { lying, seconds } from '../src/games/shogun/tower/course'
import game from './shogun-game.json'
import { fightAt } from '../src/games/shogun/fight'
test('try', () => {
  const entries = game.entries as any
  const out: string[] = []
  for (const [at, entry] of entries.entries()) {
    if (entry.kind !== 'fell') continue
    const fight = fightAt(entries, at, 5)!
    const t = performance.now(); const c = roll(fight.thrown, fight.fell)
    out.push(`${entry.cubes.reduce((a:number,b:number)=>a+b)} tries ${(performance.now()-t).toFixed(0)}ms ${seconds(c).toFixed(2)}s ${lying(c,c.frames-1).join()===entry.cubes.join()}`)
  }
  console.log(out.join('\n'))
})
