/** A plan while it is being laid: kept here, and through a reload, until it is confirmed as a whole. */
import type { Former } from './former'
import { ACTIONS, FIELDS, isChest, type Field, type ShogunView } from './view'

type Fields = Record<Field, string | null>
const CHEST_CARDS = ['chest0', 'chest1', 'chest2', 'chest3', 'chest4']

function empty(): Fields {
  return Object.fromEntries(FIELDS.map((field) => [field, null])) as Fields
}

/** All cards that a player can lay: their own provinces, and the five chest cards. */
export function cardsOf(view: ShogunView, seat: number): string[] {
  const own = view.provinces.filter((province) => province.owner === seat).map(({ name }) => name)
  return [...own, ...CHEST_CARDS]
}

export class Plan {
  laid: Fields = $state(empty())
  /** The card that is taken up: the next click says where it goes. */
  taken: string | null = $state(null)
  /** The empty field that was clicked before any card: the next card goes there. */
  aimed: Field | null = $state(null)
  #kept = ''
  #round = ''

  /** Begin the plan of a round, or go on with the one that a reload interrupted. */
  begin(view: ShogunView, seat: number): void {
    const kept = `tenka.plan.${location.pathname}.${seat}`
    const round = `${view.year} ${view.season}`
    if (kept === this.#kept && round === this.#round) return
    this.#kept = kept
    this.#round = round
    this.rest()
    this.laid = this.#remembered(new Set(cardsOf(view, seat))) ?? empty()
  }

  #remembered(cards: Set<string>): Fields | null {
    try {
      const found = JSON.parse(sessionStorage.getItem(this.#kept) ?? 'null') as {
        round: string
        laid: Fields
      } | null
      if (found?.round !== this.#round) return null
      return Object.values(found.laid).every((card) => card === null || cards.has(card)) ? found.laid : null
    } catch {
      return null
    }
  }

  #keep(): void {
    sessionStorage.setItem(this.#kept, JSON.stringify({ round: this.#round, laid: this.laid }))
  }

  fieldOf(card: string): Field | null {
    return FIELDS.find((field) => this.laid[field] === card) ?? null
  }

  hand(cards: string[]): string[] {
    return cards.filter((card) => this.fieldOf(card) === null)
  }

  /** Lay a card on a field; what lay there goes where the card came from. */
  lay(card: string, field: Field): void {
    const before = this.fieldOf(card)
    const other = this.laid[field]
    if (before) this.laid[before] = other
    this.laid[field] = card
    this.rest()
    this.#keep()
  }

  /** Back to the hand. */
  withdraw(card: string): void {
    const field = this.fieldOf(card)
    if (field) this.laid[field] = null
    this.rest()
    this.#keep()
  }

  clear(): void {
    this.laid = empty()
    this.rest()
    this.#keep()
  }

  /** Nothing is taken up or aimed at. */
  rest(): void {
    this.taken = this.aimed = null
  }

  /** Chest cards on all fields that are still empty, while they last; the smallest as the bid. */
  fill(): void {
    const chests = this.hand(CHEST_CARDS)
    for (const field of ['bid', ...ACTIONS] as Field[]) this.laid[field] ??= chests.shift() ?? null
    this.rest()
    this.#keep()
  }

  /** An earlier plan again, as far as it fits; chest cards go where such cards lay. */
  repeat(former: Former, fits: (field: Field, card: string) => boolean): void {
    this.laid = empty()
    for (const field of FIELDS) {
      const card = former[field]
      if (card && fits(field, card)) this.laid[field] = card
    }
    const chests = this.hand(CHEST_CARDS)
    for (const field of ACTIONS) if (former[field] === 'chest') this.laid[field] = chests.pop() ?? null
    this.rest()
    this.#keep()
  }

  /** A click on a field: lay the taken card there, take up the one that lies there, or aim at it. */
  touch(field: Field): void {
    const there = this.laid[field]
    if (this.taken && this.taken !== there) this.lay(this.taken, field)
    else if (there) this.#take(this.taken ? null : there)
    else this.aimed = this.aimed === field ? null : field
  }

  /** A click on a card: it goes to the field that is aimed at, or is taken up, or put back. */
  toggle(card: string): void {
    if (this.aimed) this.lay(card, this.aimed)
    else this.#take(this.taken === card ? null : card)
  }

  #take(card: string | null): void {
    this.taken = card
    this.aimed = null
  }

  /** What the card on a field says to the server: which chest card lies on an action does not matter. */
  meaning(field: Field): string {
    const card = this.laid[field]
    if (card === null) return '-'
    return field !== 'bid' && isChest(card) ? 'chest' : card
  }

  /** As a series of decisions: the fields in their order, without those the server has already. */
  decisions(view: ShogunView, seat: number): string[] {
    const known = view.players[seat]!.plan
    return FIELDS.filter((field) => known[field] === null).map((field) =>
      field === 'bid' ? `bid=${this.meaning(field)}` : this.meaning(field),
    )
  }
}
