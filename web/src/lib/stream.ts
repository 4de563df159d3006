/** The live stream of a table: it comes back by itself, and says when it is away. */
import { pause } from './api'
import { hearHouse } from './house.svelte'
import type { House, Message, People } from './wire'

interface Listener {
  onMessage(message: Message): void
  onPeople(people: People): void
  onState(live: boolean): void
}

const PAUSE = 1000

export class Stream {
  #source: EventSource | null = null
  #last: number
  #closed = false

  constructor(
    private readonly link: string,
    private readonly seat: number | null,
    last: number,
    private readonly listener: Listener,
  ) {
    this.#last = last
    this.#open()
    addEventListener('online', this.#again)
  }

  close(): void {
    this.#closed = true
    this.#source?.close()
    removeEventListener('online', this.#again)
  }

  readonly #again = (): void => {
    if (this.#source?.readyState !== EventSource.OPEN) this.#open()
  }

  #open(): void {
    this.#source?.close()
    if (this.#closed) return
    const seat = this.seat === null ? '' : `seat=${this.seat}&`
    const source = new EventSource(`/api/tables/${this.link}/stream?${seat}last=${this.#last}`)
    source.onmessage = (event: MessageEvent<string>) => {
      const message = JSON.parse(event.data) as Message
      this.#last = message.position
      this.listener.onState(true)
      this.listener.onMessage(message)
    }
    source.addEventListener('people', (event: MessageEvent<string>) => {
      this.listener.onPeople(JSON.parse(event.data) as People)
    })
    source.addEventListener('house', (event: MessageEvent<string>) => {
      hearHouse(JSON.parse(event.data) as House)
    })
    source.onerror = () => {
      this.listener.onState(false)
      // After a refusal, or an answer from a proxy, the browser would not try again.
      if (source.readyState === EventSource.CLOSED) void pause(PAUSE).then(this.#again)
    }
    this.#source = source
  }
}
