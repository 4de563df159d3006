/** Zooming and panning a map in its box: with two fingers, with a wheel, or with buttons. */
import type { Point } from './map'

const MOST = 4
const THRESHOLD = 6

export class Zoom {
  factor = $state(1)
  #corner: Point = $state.raw({ x: 0, y: 0 })
  #fingers = new Map<number, Point>()
  /** How far the fingers have moved since the first went down: a pan is not a click. */
  #moved = 0

  constructor(private readonly box: () => { width: number; height: number }) {}

  /** The part of the map that is seen. */
  get viewBox(): string {
    const { width, height } = this.box()
    return `${this.#corner.x} ${this.#corner.y} ${width / this.factor} ${height / this.factor}`
  }

  /** Zoom by a factor, so that a point of the box stays where it is; without one: the middle. */
  by(change: number, at?: Point): void {
    const { width, height } = this.box()
    const { x, y } = at ?? { x: width / 2, y: height / 2 }
    const factor = Math.min(MOST, Math.max(1, this.factor * change))
    const shift = 1 / this.factor - 1 / factor
    this.factor = factor
    this.#show({ x: this.#corner.x + x * shift, y: this.#corner.y + y * shift })
  }

  #show({ x, y }: Point): void {
    const { width, height } = this.box()
    const rest = 1 - 1 / this.factor
    this.#corner = { x: Math.min(Math.max(0, x), width * rest), y: Math.min(Math.max(0, y), height * rest) }
  }

  readonly onwheel = (event: WheelEvent): void => {
    event.preventDefault()
    this.by(Math.exp(-event.deltaY / 400), within(event))
  }

  readonly onpointerdown = (event: PointerEvent): void => {
    if (!this.#fingers.size) this.#moved = 0
    this.#fingers.set(event.pointerId, within(event))
  }

  readonly onpointermove = (event: PointerEvent): void => {
    const before = this.#fingers.get(event.pointerId)
    if (!before) return
    const now = within(event)
    const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1]
    this.#fingers.set(event.pointerId, now)
    this.#moved += distance(before, now)
    if (other) this.by(distance(now, other) / Math.max(1, distance(before, other)), other)
    else if (this.#moved > THRESHOLD && this.factor > 1) {
      const { x, y } = this.#corner
      this.#show({ x: x - (now.x - before.x) / this.factor, y: y - (now.y - before.y) / this.factor })
    }
  }

  readonly onpointerend = (event: PointerEvent): void => {
    this.#fingers.delete(event.pointerId)
  }

  readonly onclickcapture = (event: MouseEvent): void => {
    if (this.#moved > THRESHOLD && this.factor > 1) event.stopPropagation()
    this.#moved = 0
  }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

/** Where a pointer is in the element that listens. */
function within(event: MouseEvent): Point {
  const box = (event.currentTarget as Element).getBoundingClientRect()
  return { x: event.clientX - box.left, y: event.clientY - box.top }
}
