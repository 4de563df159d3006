/**
 * Cubes poured into the tower and rolling out of it: a small simulation whose end is known.
 *
 * The server has decided which cubes come out. So the cubes that go in vanish in the tower, and those
 * that come out start in its mouth; in between they fall, bounce, tumble and push each other. The unit
 * is a cube's edge, time is in seconds, the tray's floor is z = 0 and the tower stands behind y = 0.
 */
import { COLOURS, type Cubes } from '../view'
import { cross, length, scaled, turned, vector, type Vector } from './vector'

export const TRAY = { half: 8.4, depth: 8, rim: 1 }
export const TOWER = { half: 2.8, depth: 4.4, height: 8, mouth: 2.2, funnel: 5.2, brim: 11.5 }
/** How long everything takes at its natural speed. */
export const SECONDS = 2.6

const STEP = 1 / 120
const GRAVITY = 46
const APART = 1.2
const POUR = 0.8
const FIRST_OUT = 0.75
const LAST_OUT = 1.5
/** From here on what still moves is slowed down, so that all lies still at the end. */
const CALM = 1.9

export interface Body {
  colour: number
  /** When it begins to move. */
  start: number
  out: boolean
  at: Vector
  speed: Vector
  spin: Vector
  /** The directions of its edges. */
  axes: [Vector, Vector, Vector]
  /** Swallowed by the tower. */
  gone: boolean
}

/** The same cubes always roll alike. */
function generator(seed: number): () => number {
  let state = seed >>> 0 || 1
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function listed(cubes: Cubes, random: () => number): number[] {
  const all = COLOURS.flatMap((colour, at) => Array.from({ length: cubes[colour] ?? 0 }, () => at))
  for (let i = all.length - 1; i > 0; i--) {
    const k = Math.floor(random() * (i + 1))
    ;[all[i], all[k]] = [all[k]!, all[i]!]
  }
  return all
}

export class Scene {
  readonly bodies: Body[]
  time = 0

  constructor(thrown: Cubes, fell: Cubes) {
    const seed = [thrown, fell].flatMap((cubes) => COLOURS.map((colour) => cubes[colour] ?? 0))
    const random = generator(seed.reduce((sum, n) => Math.imul(sum, 31) + n + 7, 17))
    const spread = (width: number) => (random() * 2 - 1) * width
    const pour = listed(thrown, random)
    const roll = listed(fell, random)
    this.bodies = [
      ...pour.map((colour, at) => ({
        ...tumbling(colour, spread),
        start: (POUR * at) / Math.max(1, pour.length),
        out: false,
        at: vector(spread(3), -TOWER.depth / 2 + spread(1), TOWER.brim + 5 + random() * 3),
        speed: vector(spread(3), 0, -6),
      })),
      ...roll.map((colour, at) => ({
        ...tumbling(colour, spread),
        start: FIRST_OUT + ((LAST_OUT - FIRST_OUT) * at) / Math.max(1, roll.length),
        out: true,
        at: vector(spread(1.5), -0.9, 0.8 + random()),
        speed: vector(spread(17), 3 + random() * 15, random() * 4),
      })),
    ]
  }

  /** Whether a body is to be seen. */
  visible(body: Body): boolean {
    return !body.gone && this.time >= body.start
  }

  get over(): boolean {
    return this.time >= SECONDS
  }

  /** Go on to a moment. */
  advance(time: number): void {
    while (this.time < Math.min(time, SECONDS)) this.#step()
    if (this.over) this.#rest()
  }

  #step(): void {
    this.time += STEP
    const moving = this.bodies.filter((body) => this.visible(body))
    for (const body of moving) {
      fall(body)
      if (body.out) roll(body, this.time)
      else pour(body)
    }
    const rounds = this.time > CALM ? 3 : 1
    for (let round = 0; round < rounds; round++) separate(moving)
  }

  /** What lies on the tray lies flat and still. */
  #rest(): void {
    for (const body of this.bodies) {
      if (!body.out) body.gone = true
      body.speed = vector(0, 0, 0)
      body.at.z = 0.5
      for (let turn = 0; turn < 20; turn++) lieFlat(body, 0.5)
    }
  }

  /** Cubes by colour that lie on the tray's floor, inside its rim. */
  onTray(): number[] {
    const counts = COLOURS.map(() => 0)
    for (const { gone, at, colour } of this.bodies) {
      const inside = Math.abs(at.x) < TRAY.half && at.y > 0 && at.y < TRAY.depth && at.z < 1
      if (!gone && inside) counts[colour]! += 1
    }
    return counts
  }
}

function tumbling(colour: number, spread: (width: number) => number) {
  const turn = vector(spread(3), spread(3), spread(3))
  const axes: Body['axes'] = [
    turned(vector(1, 0, 0), turn),
    turned(vector(0, 1, 0), turn),
    turned(vector(0, 0, 1), turn),
  ]
  return { colour, axes, spin: vector(spread(14), spread(14), spread(6)), gone: false }
}

function turnBody(body: Body, by: Vector): void {
  body.axes = [turned(body.axes[0], by), turned(body.axes[1], by), turned(body.axes[2], by)]
}

function fall(body: Body): void {
  body.speed.z -= GRAVITY * STEP
  body.at.x += body.speed.x * STEP
  body.at.y += body.speed.y * STEP
  body.at.z += body.speed.z * STEP
  turnBody(body, scaled(body.spin, STEP))
}

/** Down the funnel's slope, and into the tower. */
function pour(body: Body): void {
  const { brim, height, funnel, half } = TOWER
  const up = (body.at.z - height) / (brim - height)
  const room = half + (funnel - half) * Math.min(1.2, Math.max(0, up)) - 0.7
  if (body.at.z < brim + 1 && Math.abs(body.at.x) > room) {
    body.at.x = Math.sign(body.at.x) * room
    body.speed.x *= -0.45
    body.speed.z *= 0.8
    body.spin = scaled(body.spin, 0.9)
  }
  if (body.at.z < 3) body.gone = true
}

/** Over the floor of the tray: bounce, rub, come to lie on a face. */
function roll(body: Body, time: number): void {
  if (body.at.z > 0.5) return
  body.at.z = 0.5
  if (body.speed.z < 0) body.speed.z = body.speed.z < -4 ? -0.3 * body.speed.z : 0
  const rub = Math.exp(-(time > CALM ? 9 : 4) * STEP)
  body.speed.x *= rub
  body.speed.y *= rub
  // A cube on the floor turns as it travels.
  const turn = vector(-body.speed.y * 1.2, body.speed.x * 1.2, body.spin.z * rub)
  const ease = Math.min(1, length(body.speed) / 3)
  body.spin = scaled(turn, ease)
  if (ease < 1) lieFlat(body, (1 - ease) * 0.14)
}

/** Turn the edge that is nearest to upright a little more upright. */
function lieFlat(body: Body, by: number): void {
  const upright = body.axes.reduce((best, axis) => (Math.abs(axis.z) > Math.abs(best.z) ? axis : best))
  const up = vector(0, 0, Math.sign(upright.z) || 1)
  turnBody(body, scaled(cross(upright, up), by))
}

function keepIn(body: Body): void {
  const side = TRAY.half - 0.75
  if (Math.abs(body.at.x) > side) {
    body.at.x = Math.sign(body.at.x) * side
    body.speed.x *= -0.5
  }
  if (body.at.y > TRAY.depth - 0.75) {
    body.at.y = TRAY.depth - 0.75
    body.speed.y *= -0.5
  }
  if (body.at.y >= 0.75) return
  // Nothing stays in the doorway: the way out slopes.
  if (Math.abs(body.at.x) < TOWER.mouth) body.speed.y = Math.max(body.speed.y, 3)
  else {
    body.at.y = 0.75
    body.speed.y = Math.abs(body.speed.y) * 0.5
  }
}

/** Cubes that touch push each other apart, but not over the rim. */
function separate(bodies: Body[]): void {
  for (let i = 0; i < bodies.length; i++) {
    for (let k = i + 1; k < bodies.length; k++) push(bodies[i]!, bodies[k]!)
  }
  for (const body of bodies) if (body.out) keepIn(body)
}

/** Two cubes, as round as they need to be for that. */
function push(a: Body, b: Body): void {
  if (a.out !== b.out) return
  const dx = b.at.x - a.at.x
  const dy = b.at.y - a.at.y
  const dz = b.at.z - a.at.z
  const far = dx * dx + dy * dy + dz * dz
  if (far >= APART * APART || far < 1e-9) return
  const distance = Math.sqrt(far)
  const normal = vector(dx / distance, dy / distance, a.out ? 0 : dz / distance)
  const into = (APART - distance) / 2
  for (const [body, sign] of [
    [a, -1],
    [b, 1],
  ] as const) {
    body.at.x += normal.x * into * sign
    body.at.y += normal.y * into * sign
    body.at.z += normal.z * into * sign
  }
  const closing =
    (b.speed.x - a.speed.x) * normal.x +
    (b.speed.y - a.speed.y) * normal.y +
    (b.speed.z - a.speed.z) * normal.z
  if (closing >= 0) return
  const hit = closing * 0.62
  a.speed = vector(a.speed.x + normal.x * hit, a.speed.y + normal.y * hit, a.speed.z + normal.z * hit)
  b.speed = vector(b.speed.x - normal.x * hit, b.speed.y - normal.y * hit, b.speed.z - normal.z * hit)
}
