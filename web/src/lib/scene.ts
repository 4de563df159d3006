/** A position that somebody writes, as a table that lies still. */
import type { Face, Person, Table, View } from '../games/face'
import { peopleIn } from './people'
import type { SceneShown } from './wire'

export class SceneTable implements Table {
  readonly happening = null
  readonly pointed = null
  readonly pace = 0
  readonly held = false
  readonly odds = false
  readonly busy = false
  readonly interactive = false
  readonly seat = null
  readonly told = []
  readonly news = []
  readonly legal = []
  readonly view: View
  readonly people: Person[]

  constructor(game: string, face: Face, { players, view }: SceneShown) {
    this.view = view
    this.people = peopleIn(game, players, face)
  }

  decide(): Promise<boolean> {
    return Promise.resolve(false)
  }
  ask<T>(): Promise<T> {
    return Promise.reject(new Error('a position has nothing to ask for'))
  }
}
