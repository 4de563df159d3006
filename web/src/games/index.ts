/** The games' faces, loaded when first needed, with their words. */
import { language, loadArea } from '../lib/i18n.svelte'
import { keep } from '../offline/page.svelte'
import type { Face } from './face'
import { learnNames } from './refusals'

/** Each game's face is for its own views and entries, which are what its tables have. */
const faces = import.meta.glob<{ face: Face }>(['./*/index.ts', '../plain/index.ts'])

/** A game's face; of one that has none, and where it is wished for, the plain one. */
export async function faceOf(game: string, plain = false): Promise<Face> {
  const own = faces[`./${game}/index.ts`]
  const load = own && !plain ? own : faces['../plain/index.ts']!
  const [{ face }] = await Promise.all([load(), loadArea(load === own ? game : 'plain')])
  learnNames(game, face.names ?? {})
  keep({ language: language(), game })
  return face
}
