/** The games' faces, loaded when first needed, with their words. */
import { loadArea } from '../lib/i18n.svelte'
import type { Face } from './face'

/** Each game's face is for its own views and entries, which are what its tables have. */
const faces = import.meta.glob<{ face: Face }>('./*/index.ts')

export async function faceOf(game: string): Promise<Face> {
  const load = faces[`./${game}/index.ts`]
  if (!load) throw new Error(`no board for ${game}`)
  const [{ face }] = await Promise.all([load(), loadArea(game)])
  return face
}
