/** Shogun's view and entries, by short names. */
import type { Shapes } from '../../lib/wire'
import type * as face from '../face'
import type { Fight } from './fight'

export type ShogunEntry = Shapes['ShogunEntry']
/** The server's view; while entries are shown, `enact` adds the battle. */
export type ShogunView = Shapes['ShogunView'] & { fight?: Fight | null }
export type ShogunTable = face.Table<ShogunView, ShogunEntry>

export type Province = Shapes['ShogunProvince']
export type Player = Shapes['ShogunPlayer']
/** Cubes by colour: those of the players, and the peasants' green. */
export type Cubes = Shapes['ShogunCubes']
export type Standing = NonNullable<Shapes['ShogunView']['standing']>
export type Laid = NonNullable<Shapes['ShogunPlan']['bid']>
export type Field = keyof Shapes['ShogunPlan']
export type Action = Exclude<Field, 'bid'>
export type Building = keyof Shapes['ShogunSupply']
export type Region = Province['region']
export type Colour = keyof Cubes

export const ACTIONS: readonly Action[] = [
  'castle',
  'temple',
  'theatre',
  'rice',
  'taxes',
  'deploy5',
  'deploy3',
  'deploy1',
  'battleA',
  'battleB',
]
export const FIELDS: readonly Field[] = [...ACTIONS, 'bid']
export const BUILDINGS: readonly Building[] = ['castle', 'temple', 'theatre']
export const REGIONS: readonly Region[] = ['green', 'red', 'purple', 'yellow', 'brown']
export const COLOURS: readonly Colour[] = ['red', 'blue', 'black', 'yellow', 'purple', 'green']

export function provinceOf(view: Pick<ShogunView, 'provinces'>, name: string): Province | undefined {
  return view.provinces.find((province) => province.name === name)
}

/** The number of a region: its colour and its pattern. */
export function regionNumber(region: Region): number {
  return REGIONS.indexOf(region)
}

export function isChest(card: string): boolean {
  return card.startsWith('chest')
}

/** The action that is being carried out, if it is known. */
export function currentAction(view: ShogunView): Action | null {
  return view.turn_order.length && view.season !== 'winter' ? (view.actions[view.actions_done] ?? null) : null
}
