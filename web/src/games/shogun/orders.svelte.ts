/** What this seat can decide now, what it has chosen so far, and the words and buttons for that. */
import { t } from '../../lib/i18n.svelte'
import type { Button } from '../face'
import { budgetOf, isSkipped } from './budget'
import { formerPlan } from './former'
import { cardsOf, Plan } from './plan.svelte'
import { FIELDS, isChest, provinceOf, type Field, type ShogunTable } from './view'
import { warningsOf } from './warnings'
import { provinceName } from './words'

export class Orders {
  readonly plan = new Plan()
  /** How many armies march, once it is chosen where to. */
  armies = $state(1)
  /** Where to, from where: the next march may be asked for in the same breath. */
  #target: { source: string | null; name: string } | null = $state(null)
  /** The open card that is tried in the draft; it is taken together with its armies. */
  #card: string | null = $state(null)

  constructor(private readonly of: () => ShogunTable) {}

  readonly table = $derived.by(() => this.of())
  readonly view = $derived(this.table.view)
  readonly seat = $derived(this.table.seat)
  readonly texts = $derived(this.table.interactive ? this.table.legal.map(({ text }) => text) : [])
  /** The question that is asked of this seat; none while others decide. */
  readonly phase = $derived(this.texts.length ? this.view.phase : null)
  readonly #mine = $derived(
    this.table.interactive && this.seat !== null ? this.view.players[this.seat]! : null,
  )

  /** All plan at once: what others do meanwhile takes nobody's cards out of the hand. */
  readonly planning = $derived(
    this.#mine !== null && this.view.phase === 'planning' && this.view.to_act.includes(this.seat!),
  )
  readonly cards = $derived(this.seat === null ? [] : cardsOf(this.view, this.seat))
  readonly hand = $derived(this.plan.hand(this.cards))
  readonly empty = $derived(FIELDS.filter((field) => this.plan.laid[field] === null).length)
  readonly budget = $derived(this.planning ? budgetOf(this.view, this.seat!, this.plan.laid) : null)
  readonly warnings = $derived(
    this.budget ? warningsOf(this.view, this.seat!, this.plan.laid, this.budget) : [],
  )
  /** With fewer cards than fields all are laid; without provinces only the bid counts. */
  readonly #enough = $derived(this.empty === 0 || this.hand.length === 0 || this.cards.every(isChest))
  readonly complete = $derived(this.#enough && !this.warnings.some((warning) => warning.forbids))
  /** Fields that the server knows of, while others still plan. */
  readonly #sent = $derived(this.#mine ? FIELDS.filter((field) => this.#mine!.plan[field] !== null) : [])
  readonly #withdrawable = $derived(
    this.view.phase === 'planning' &&
      !this.planning &&
      this.#sent.length > 0 &&
      this.table.undo !== undefined,
  )

  // A card of the draft: taken already, or only tried, and the groups of armies that can go there.
  readonly #tried = $derived(
    this.table.legal.find(({ text, leads_to }) => text === this.#card && leads_to?.length),
  )
  readonly card = $derived(this.#tried?.text ?? this.view.draft?.taken ?? null)
  readonly groups = $derived<Set<string>>(
    new Set(
      this.#tried?.leads_to?.map(({ text }) => text) ?? (this.phase === 'army group' ? this.texts : []),
    ),
  )
  /** Puts the card that is tried back. */
  readonly undo = $derived(this.#tried ? () => (this.#card = null) : null)

  // A march: the source is the server's; where to and how many are chosen here, then sent together.
  readonly source = $derived(this.phase ? (this.view.march?.source ?? null) : null)
  readonly goal = $derived.by<string | null>(() => {
    if (this.phase === 'armies') return this.view.march?.target ?? null
    const chosen = this.phase === 'target' && this.#target?.source === this.source
    return chosen ? this.#target!.name : null
  })
  /** As many armies as can march there. */
  readonly most = $derived.by(() => {
    const way = this.table.legal.find(({ text }) => text === `>${this.goal}`)
    const counts = this.phase === 'armies' ? this.texts : (way?.leads_to?.map(({ text }) => text) ?? [])
    return Math.max(1, ...counts.map(Number))
  })

  readonly places = $derived(
    new Set(this.texts.filter((text) => text.startsWith('place ')).map((text) => Number(text.slice(6)))),
  )
  /** What a click on the map can choose. */
  readonly open = $derived.by<Set<string>>(() => {
    if (this.planning) return new Set(this.cards.filter((card) => !isChest(card)))
    if (this.phase === 'target')
      return new Set(this.texts.filter((text) => text.startsWith('>')).map((text) => text.slice(1)))
    return new Set(this.texts.filter((text) => provinceOf(this.view, text)))
  })
  readonly chosen = $derived(
    new Set(
      [this.goal, this.#tried?.text ?? null, this.planning ? this.plan.taken : null].filter(
        (name) => name !== null,
      ),
    ),
  )

  /** Call in an effect: a new question begins with nothing chosen. */
  attend(): void {
    if (this.planning) this.plan.begin(this.view, this.seat!)
    if (this.phase !== 'target') this.#target = null
    if (this.phase !== 'draft') this.#card = null
    if (this.phase === 'armies') this.armies = this.most
  }

  choose(name: string): void {
    if (this.planning) this.plan.toggle(name)
    else if (this.phase === 'target') {
      this.#target = this.goal === name ? null : { source: this.source, name }
      this.armies = this.most
    } else this.take(name)
  }

  /** What leads to a choice of armies is only tried; anything else is decided. */
  take(name: string): void {
    const leads = this.table.legal.find(({ text }) => text === name)?.leads_to?.length
    if (leads) this.#card = this.#card === name ? null : name
    else void this.table.decide(name)
  }

  /** The armies that go to the card's province. */
  station(armies: number): void {
    void this.table.decide(...(this.#tried ? [this.#tried.text] : []), String(armies))
  }

  /** The field of your own plan on which a province's card lies, as long as its action is to come. */
  planned(name: string): Field | null {
    if (this.planning) return this.plan.fieldOf(name)
    const { turn_order, actions, actions_done, players } = this.view
    const over: (string | null)[] = turn_order.length ? actions.slice(0, actions_done) : []
    const mine = this.seat === null ? null : players[this.seat]?.plan
    return (mine && FIELDS.find((field) => mine[field] === name && !over.includes(field))) ?? null
  }

  readonly #former = $derived(this.planning ? formerPlan(this.table.told, this.seat!) : {})
  /** Whether there was a plan before this one, which can be made again. */
  readonly repeatable = $derived(Object.keys(this.#former).length > 0)

  /** The last plan again: the cards that are still in hand, where they can do something. */
  repeat(): void {
    const { view, seat, cards } = this
    const chests = view.players[seat!]!.chests
    this.plan.repeat(this.#former, (field, card) => {
      if (field === 'bid' && isChest(card)) return Number(card.slice(5)) <= chests
      return !isChest(card) && cards.includes(card) && !isSkipped(view, field, card)
    })
  }

  /** Whether a card would do nothing on a field, so that neither invites the other. */
  idle(field: Field, card: string): boolean {
    return this.planning && isSkipped(this.view, field, card)
  }

  /** A plan of which the server knows a part is withdrawn first, so that all of it can change. */
  async #confirm(): Promise<void> {
    const changed = this.#sent.some((field) => this.#mine!.plan[field] !== this.plan.meaning(field))
    const own = this.cards.some((card) => !isChest(card))
    if (changed && own && !(await this.table.undo?.(this.#sent.length))) return
    await this.table.decide(...this.plan.decisions(this.view, this.seat!))
  }

  readonly buttons = $derived.by<Button[]>(() => {
    if (this.planning) return this.#planButtons()
    if (this.#withdrawable) {
      return [{ label: t('shogun.button.change'), press: () => void this.table.undo?.(this.#sent.length) }]
    }
    if (this.texts.includes('yes'))
      return [
        ...this.#always(),
        this.#answer('yes', t('shogun.button.yes')),
        this.#answer('no', t('shogun.button.no')),
      ]
    return this.phase === 'target' || this.phase === 'armies' ? this.#marchButtons() : []
  })

  #answer(text: string, label: string): Button {
    return { label, main: text === 'yes', press: () => void this.table.decide(text) }
  }

  /** Not to be asked again about extra armies. */
  #always(): Button[] {
    const { advance, answerAhead } = this.table
    if (!answerAhead || !advance?.some(({ name }) => name === 'yes')) return []
    return [{ label: t('shogun.button.always'), press: () => void this.table.answerAhead?.('yes', true) }]
  }

  #planButtons(): Button[] {
    const ready = this.complete && this.phase !== null
    const confirm = {
      label: t('shogun.button.confirm'),
      main: true,
      disabled: !ready,
      why: t('shogun.ask.plan', { fields: Math.min(this.empty, this.hand.length) }),
      press: () => void this.#confirm(),
    }
    const clear = { label: t('shogun.button.clear'), press: () => this.plan.clear() }
    return this.empty < FIELDS.length ? [clear, confirm] : [confirm]
  }

  #marchButtons(): Button[] {
    const { goal, armies } = this
    const orders = this.phase === 'armies' ? [String(armies)] : [`>${goal}`, String(armies)]
    const stay = this.texts.includes('stay') ? [this.#answer('stay', t('shogun.button.stay'))] : []
    if (!goal) return stay
    return [
      ...stay,
      {
        label: t('shogun.button.march', { armies }),
        main: true,
        press: () => void this.table.decide(...orders),
      },
    ]
  }

  /** What is asked, as far as the draft here has come. */
  readonly sentence = $derived.by<string | null>(() => {
    if (this.planning && this.plan.taken) return t('shogun.ask.lay')
    if (this.planning && this.plan.aimed)
      return t('shogun.ask.card', { field: t(`shogun.action.${this.plan.aimed}`) })
    if (this.planning && this.complete) return t('shogun.ask.confirm')
    if (this.planning) return t('shogun.ask.plan', { fields: Math.min(this.empty, this.hand.length) })
    if (this.#tried) return t('shogun.ask.army_group', { province: provinceName(this.#tried.text) })
    return this.goal && this.source ? t('shogun.ask.armies', { province: provinceName(this.source) }) : null
  })
}
