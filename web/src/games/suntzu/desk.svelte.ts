/** What a player is about to do: the draft of orders, what is picked, and what can be clicked. */
import { sortChoices } from './choices'
import { Draft } from './draft.svelte'
import { onlyAnswer } from './passing'
import {
  PROVINCES,
  provinceOf,
  type CardName,
  type Province,
  type ProvinceName,
  type SunTzuTable,
  type SunTzuView,
} from './view'

export type Picked =
  | { kind: 'card'; at: number }
  | { kind: 'province'; name: ProvinceName }
  | { kind: 'pool' }
  | { kind: 'general'; name: string }
  /** Of the cards just drawn those to be kept, by their places, in the order of choosing. */
  | { kind: 'kept'; at: number[] }
  /** A general of mine is about to act; March has a province from which it sets out. */
  | { kind: 'deed'; deed: string; from: ProvinceName | null }

/** A piece that can be picked now. */
export interface Pressable {
  picked: boolean
  press: () => void
}

export class Desk {
  readonly draft = new Draft()
  picked = $state<Picked | null>(null)

  constructor(private readonly table: () => SunTzuTable) {}

  readonly choices = $derived.by(() => sortChoices(this.table().legal, this.view.too_late))

  get view(): SunTzuView {
    return this.table().view
  }
  get seat(): number {
    return this.table().seat ?? 0
  }
  /** My cards. Where battles are being shown, the orders for them have left the hand. */
  get hand(): CardName[] {
    const cards = this.view.players[this.seat]!.hand ?? []
    const lying = this.view.provinces.filter(({ laid }) => laid[this.seat] === 'closed')
    const given = this.draft.used(
      cards,
      lying.map(({ name }) => name),
    )
    return cards.filter((_, at) => !given[at])
  }
  get drawn(): CardName[] {
    return this.view.players[this.seat]!.drawn
  }
  /** The general whose deed it is; each side has a Recall of its own. */
  generalOf(deed: string): string {
    if (deed !== 'recall') return deed
    return this.seat === 0 ? 'recall -1' : 'recall plague'
  }
  get ordering(): boolean {
    const { interactive, legal } = this.table()
    return interactive && this.view.phase === 'orders' && legal.length > 0
  }
  /** Whether my orders are still only a draft, also on their way to the server. */
  get drafting(): boolean {
    return this.table().interactive && this.view.phase === 'orders'
  }
  /** The provinces that still wait for an order. */
  get due(): ProvinceName[] {
    return PROVINCES.filter((name) => provinceOf(this.view, name).laid[this.seat] === null)
  }
  get missing(): number {
    return this.due.filter((name) => !this.draft.at(name)).length
  }
  /** Which cards of the hand lie on the map as a draft. */
  get away(): boolean[] {
    return this.drafting ? this.draft.used(this.hand, this.due) : []
  }
  /** The card that is picked, from the hand or from a province. */
  get pickedCard(): CardName | null {
    if (this.picked?.kind === 'card') return this.hand[this.picked.at] ?? null
    if (this.picked?.kind === 'province') return this.draft.at(this.picked.name)
    return null
  }

  /** The orders that are drawn in a province, by seat. */
  cardsIn(province: Province): (CardName | 'closed' | null)[] {
    // Orders that were given are known here before the server's view tells them.
    const known = (card: CardName | 'closed' | null) =>
      card === 'closed' || this.drafting ? this.draft.at(province.name) : null
    return province.laid.map((card, seat) => {
      const open = card === null || card === 'closed'
      return seat === this.table().seat && open ? (known(card) ?? card) : card
    })
  }

  /** The view shows where the 6 was used; Double Six makes light of it. */
  barred(card: CardName | null, name: ProvinceName): boolean {
    const again = this.view.players[this.seat]!.generals?.includes('double six')
    return card === '6' && !again && provinceOf(this.view, name).six_used[this.seat]!
  }
  blocked(name: ProvinceName): boolean {
    return this.ordering && this.picked !== null && this.barred(this.pickedCard, name)
  }

  canProvince(name: ProvinceName): boolean {
    if (this.ordering) return this.due.includes(name) && !this.blocked(name)
    if (this.picked?.kind !== 'deed') return this.choices.provinces.has(name)
    const deed = this.choices.deeds.get(this.picked.deed)
    const { from } = this.picked
    if (from) return name === from || !!deed?.marches.get(from)?.has(name)
    return !!deed && (deed.places.has(name) || deed.marches.has(name))
  }
  isPicked(name: ProvinceName): boolean {
    if (this.picked?.kind === 'deed') return this.picked.from === name
    return this.picked?.kind === 'province' && this.picked.name === name
  }
  canCard(at: number): boolean {
    const card = this.hand[at]!
    if (!this.ordering) return this.choices.discards.has(card)
    if (this.away[at]) return false
    return this.picked?.kind !== 'province' || !this.barred(card, this.picked.name)
  }

  /** Of the cards just drawn, the places of those that are to be kept. */
  get kept(): number[] {
    return this.picked?.kind === 'kept' ? this.picked.at : []
  }
  /** The card that is left over, once as many are chosen as may be kept. */
  get leaving(): number | null {
    if (this.kept.length !== this.drawn.length - 1) return null
    return this.drawn.findIndex((_, at) => !this.kept.includes(at))
  }
  /** Choose a drawn card to be kept, or not; one too many takes the place of the first. */
  pressDrawn(at: number) {
    const others = this.kept.filter((one) => one !== at)
    const chosen = others.length < this.kept.length ? others : [...others, at]
    this.picked = { kind: 'kept', at: chosen.slice(-(this.drawn.length - 1)) }
  }

  /** The pool as something to press, where an army may come from it. */
  get pool(): Pressable | null {
    if (!this.choices.pool) return null
    return { picked: this.picked?.kind === 'pool', press: () => (this.picked = { kind: 'pool' }) }
  }
  /** A general as something to press, where it can act in a province. */
  deedOf(general: string): Pressable | null {
    const deed = this.choices.deeds.get(general)
    if (!deed || deed.decision) return null
    const picked = this.picked?.kind === 'deed' && this.picked.deed === general
    return {
      picked,
      press: () => (this.picked = picked ? null : { kind: 'deed', deed: general, from: null }),
    }
  }

  pressCard(at: number) {
    const { picked } = this
    if (this.ordering && picked?.kind === 'province') this.lay(picked.name, at)
    else this.picked = picked?.kind === 'card' && picked.at === at ? null : { kind: 'card', at }
  }

  pressProvince(name: ProvinceName) {
    if (this.ordering) this.#order(name)
    else if (this.picked?.kind === 'deed') this.#command(this.picked.deed, this.picked.from, name)
    else if (this.isPicked(name)) void this.#decide(this.choices.provinces.get(name)!)
    else this.picked = { kind: 'province', name }
  }

  /** Lay a card of the hand; what lay there goes back. */
  lay(name: ProvinceName, at: number) {
    const card = this.hand[at]!
    if (!this.barred(card, name)) this.draft.lay(name, card)
    this.picked = null
  }

  /** An order goes from one province to another, or changes places with it. */
  swap(from: ProvinceName, to: ProvinceName) {
    const fits = !this.barred(this.draft.at(from), to) && !this.barred(this.draft.at(to), from)
    if (fits) this.draft.swap(from, to)
    this.picked = null
  }

  /** Send all orders as one series. */
  async confirm() {
    await this.#decide(...this.due.map((name) => `${name}=${this.draft.at(name)}`))
  }

  async decide(decision: string) {
    await this.#decide(decision)
  }

  /** Whether the answer is 'pass', because there is no other. */
  get passes(): boolean {
    const { interactive, legal } = this.table()
    return interactive && onlyAnswer(this.view, legal) !== null
  }

  /** Whether the player can say something in advance, and has said nothing yet. */
  get canAnswerAhead(): boolean {
    const { advance = [], offerAhead } = this.table()
    return !!offerAhead && advance.length > 0 && !advance.some(({ on }) => on)
  }
  /** Whether the player can pass for the rest of the round. */
  get canPassRound(): boolean {
    return this.canAnswerAhead && !!this.table().advance?.some(({ name }) => name === 'round')
  }
  passRound() {
    void this.table().answerAhead?.('round', true)
  }
  answerAhead() {
    this.table().offerAhead?.()
  }

  #order(name: ProvinceName) {
    const { picked } = this
    if (picked?.kind === 'card') this.lay(name, picked.at)
    else if (picked?.kind !== 'province') this.picked = { kind: 'province', name }
    else if (picked.name !== name) this.swap(picked.name, name)
    else {
      this.draft.take(name)
      this.picked = null
    }
  }

  #command(deed: string, from: ProvinceName | null, name: ProvinceName) {
    const { places, marches } = this.choices.deeds.get(deed)!
    if (from === name) this.picked = { kind: 'deed', deed, from: null }
    else if (from) void this.#decide(marches.get(from)!.get(name)!)
    else if (marches.has(name)) this.picked = { kind: 'deed', deed, from: name }
    else void this.#decide(places.get(name)!)
  }

  async #decide(...decisions: string[]) {
    this.picked = null
    await this.table().decide(...decisions)
  }
}
