/** Zooming and moving a drawing in its box, by wheel, drag, pinch or buttons: one way for all boards. */

export interface Frame {
  x: number
  y: number
  width: number
  height: number
}
interface Sizes {
  /** The drawing, in its own measure. */
  frame: Frame
  /** The box in which it is seen, in pixels. */
  width: number
  height: number
  /** How large one of the drawing's measure can become. */
  closest: number
}
type Point = readonly [number, number]
type Seen = { scale: number; left: number; top: number }

const DRAG = 6
const MARGIN = 40

export class Zoom {
  scale = $state(1)
  left = $state(0)
  top = $state(0)
  /** Whether the present change is to be seen as a motion. */
  gliding = $state(false)
  /** Whether somebody has zoomed or moved by hand. */
  #touched = false
  #fingers = new Map<number, PointerEvent>()
  #from = { x: 0, y: 0 }
  #dragged = false
  /** What was seen before a visit. */
  #before: Seen | null = null
  /** What was seen before all of it was. */
  #near: Seen | null = null

  constructor(private readonly sizes: () => Sizes) {}

  /** The scale at which all of it is seen. */
  get whole(): number {
    const { frame, width, height } = this.sizes()
    return Math.min(width / frame.width, height / frame.height)
  }

  /** The part of the drawing that is seen, for an SVG of the size of the box. */
  get viewBox(): string {
    const { width, height } = this.sizes()
    return [-this.left, -this.top, width, height].map((n) => n / this.scale).join(' ')
  }

  /** Zoom so that a point of the box stays where it is; without one: the middle. */
  by(factor: number, at?: Point): void {
    const { width, height, closest } = this.sizes()
    const [x, y] = at ?? [width / 2, height / 2]
    const next = Math.min(closest, Math.max(this.whole, this.scale * factor))
    const grown = next / this.scale
    this.scale = next
    this.#touched = true
    this.#settle(x - (x - this.left) * grown, y - (y - this.top) * grown)
  }

  showAll(): void {
    this.scale = this.whole
    this.#touched = true
    this.#settle(0, 0)
  }

  centre([x, y]: Point): void {
    const { width, height } = this.sizes()
    this.#settle(width / 2 - x * this.scale, height / 2 - y * this.scale)
  }

  /** The first look, and after the box has changed its size: what was chosen by hand stays. */
  look(scale: number, home: Point | null): void {
    const chosen = this.#near || this.#touched
    if (chosen && this.scale >= this.whole) return this.#settle(this.left, this.top)
    const { frame } = this.sizes()
    this.scale = scale
    this.centre(home ?? [frame.x + frame.width / 2, frame.y + frame.height / 2])
  }

  /** Move so that points are in sight; and zoom out, if they are too far from each other. */
  bringIntoView(points: readonly Point[]): void {
    const { width, height } = this.sizes()
    const inside = (at: number, room: number) => at > MARGIN && at < room - MARGIN
    const seen = ([x, y]: Point) =>
      inside(x * this.scale + this.left, width) && inside(y * this.scale + this.top, height)
    if (points.every(seen)) return
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
    const fitting = Math.min((width - 2 * MARGIN) / (right - left), (height - 2 * MARGIN) / (bottom - top))
    this.scale = Math.max(this.whole, Math.min(this.scale, fitting))
    this.gliding = true
    this.centre([(left + right) / 2, (top + bottom) / 2])
  }

  /** Go so near that a point lies at a place of the box, in parts of its sides; `comeBack` ends it. */
  visit([x, y]: Point, [across, down]: Point, nearness: number): void {
    const { width, height } = this.sizes()
    this.#before ??= { scale: this.scale, left: this.left, top: this.top }
    this.gliding = true
    this.scale = Math.max(this.#before.scale, nearness)
    this.left = width * across - x * this.scale
    this.top = height * down - y * this.scale
  }

  comeBack(): void {
    if (!this.#before) return
    this.gliding = true
    Object.assign(this, this.#before)
    this.#before = null
  }

  /** See all of it for a while; `comeNear` ends it, unless somebody zooms or moves by hand meanwhile. */
  standBack(): void {
    if (this.scale <= this.whole) return
    this.#near = { scale: this.scale, left: this.left, top: this.top }
    this.scale = this.whole
    this.#settle(0, 0)
  }

  comeNear(): void {
    const near = this.#near
    this.#near = null
    if (!near || this.scale > this.whole) return
    this.scale = near.scale
    this.#settle(near.left, near.top)
  }

  /** Keep the drawing over the box, or in its middle where it is smaller. */
  #settle(x: number, y: number): void {
    const { frame, width, height } = this.sizes()
    const [w, h] = [frame.width * this.scale, frame.height * this.scale]
    const [offX, offY] = [frame.x * this.scale, frame.y * this.scale]
    this.left = w <= width ? (width - w) / 2 - offX : Math.min(-offX, Math.max(width - w - offX, x))
    this.top = h <= height ? (height - h) / 2 - offY : Math.min(-offY, Math.max(height - h - offY, y))
  }

  readonly press = (event: PointerEvent): void => {
    this.#fingers.set(event.pointerId, event)
    if (this.#fingers.size === 1) {
      this.#dragged = false
      this.#from = { x: event.clientX, y: event.clientY }
    }
    this.gliding = false
  }

  readonly drag = (event: PointerEvent): void => {
    const last = this.#fingers.get(event.pointerId)
    if (!last) return
    const other = [...this.#fingers.values()].find((finger) => finger.pointerId !== event.pointerId)
    if (!other && this.scale <= this.whole) return // nothing to move: a shaky click is still a click
    const far = Math.hypot(event.clientX - this.#from.x, event.clientY - this.#from.y)
    if (!this.#dragged && far < DRAG) return
    this.#dragged = true
    const pane = event.currentTarget as Element
    pane.setPointerCapture(event.pointerId)
    this.#fingers.set(event.pointerId, event)
    if (other) this.#pinch(pane, last, event, other)
    else {
      this.#touched = true
      this.#settle(this.left + event.clientX - last.clientX, this.top + event.clientY - last.clientY)
    }
  }

  #pinch(pane: Element, last: PointerEvent, now: PointerEvent, other: PointerEvent): void {
    const box = pane.getBoundingClientRect()
    const apart = (finger: PointerEvent) =>
      Math.hypot(finger.clientX - other.clientX, finger.clientY - other.clientY)
    const middle = [
      (now.clientX + other.clientX) / 2 - box.left,
      (now.clientY + other.clientY) / 2 - box.top,
    ] as const
    this.by(apart(now) / Math.max(1, apart(last)), middle)
  }

  readonly release = (event: PointerEvent): void => {
    this.#fingers.delete(event.pointerId)
  }

  /** A drag that ends over something is no click on it. */
  readonly swallow = (event: MouseEvent): void => {
    if (this.#dragged) event.stopPropagation()
    this.#dragged = false
  }

  /** Svelte listens to wheels passively; this one must be able to keep the page still. */
  readonly wheel = (node: Element): (() => void) => {
    const turn = (event: Event) => {
      if (!(event instanceof WheelEvent)) return
      event.preventDefault()
      const box = node.getBoundingClientRect()
      this.gliding = false
      this.by(Math.exp(-event.deltaY / 400), [event.clientX - box.left, event.clientY - box.top])
    }
    node.addEventListener('wheel', turn, { passive: false })
    return () => node.removeEventListener('wheel', turn)
  }
}
