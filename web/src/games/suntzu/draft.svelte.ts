/** Orders that are being thought about: they stay in this browser until they are confirmed. */
import type { CardName, ProvinceName } from './view'

type Orders = Partial<Record<ProvinceName, CardName>>

export class Draft {
  #orders = $state<Orders>({})
  #key = ''

  /** Show the draft kept under a key; each seat has its own in each round. */
  open(key: string) {
    if (key === this.#key) return
    this.#key = key
    this.#orders = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Orders
  }

  at(province: ProvinceName): CardName | null {
    return this.#orders[province] ?? null
  }

  get size(): number {
    return Object.keys(this.#orders).length
  }

  lay(province: ProvinceName, card: CardName) {
    this.#keep({ ...this.#orders, [province]: card })
  }

  take(province: ProvinceName) {
    const { [province]: _, ...rest } = this.#orders
    this.#keep(rest)
  }

  /** Two provinces change cards; an empty one just gets the other's. */
  swap(one: ProvinceName, other: ProvinceName) {
    const { [one]: first, [other]: second, ...rest } = this.#orders
    this.#keep({ ...rest, ...(second && { [one]: second }), ...(first && { [other]: first }) })
  }

  clear() {
    this.#keep({})
  }

  /** Which cards of a hand, by place, are meant for the provinces that are due. */
  used(hand: CardName[], due: ProvinceName[]): boolean[] {
    const meant = due.map((province) => this.at(province))
    return hand.map((card) => {
      const at = meant.indexOf(card)
      if (at >= 0) meant.splice(at, 1)
      return at >= 0
    })
  }

  /** Forget cards that are no longer in the hand, such as one given for a reinforcement. */
  prune(hand: CardName[], due: ProvinceName[]) {
    const rest = [...hand]
    for (const province of due) {
      const card = this.at(province)
      const at = card === null ? 0 : rest.indexOf(card)
      if (at < 0) this.take(province)
      else if (card) rest.splice(at, 1)
    }
  }

  #keep(orders: Orders) {
    this.#orders = orders
    sessionStorage.setItem(this.#key, JSON.stringify(orders))
  }
}
