/** Works out the course of a throw with a physics library: the same throw always rolls alike. */
import {
  Body,
  Box,
  ContactMaterial,
  Material,
  Plane,
  Quaternion,
  SAPBroadphase,
  Vec3,
  World,
} from 'cannon-es'
import { generator } from '../../../lib/chance'
import { COLOURS, type Cubes } from '../view'
import { POSE, poseAt, RATE, TOWER, TRAY, type Course, type Part, type Throw } from './course'

const STEPS = 2
const STEP = 1 / RATE / STEPS
const GRAVITY = 42
/** Many cubes take long, and hardly ever all lie flat by themselves: then there are fewer tries. */
const TRIES = 5
const EFFORT = 60
/** When the first cube rolls out, and how far apart in time the cubes of a lane are. */
const FIRST_OUT = 0.75
const APART = 0.09
const LANES = [-0.85, 0.85]
const POURED = 0.05
/** After the last one there is time to roll. */
const ROLLS = 1.65
/** In how many frames what still leans is laid down. */
const LEAD = 14
const CUBE = new Box(new Vec3(0.5, 0.5, 0.5))

function listed(cubes: Cubes, random: () => number): number[] {
  const all = COLOURS.flatMap((colour, at) => Array.from({ length: cubes[colour] ?? 0 }, () => at))
  for (let i = all.length - 1; i > 0; i--) {
    const k = Math.floor(random() * (i + 1))
    ;[all[i], all[k]] = [all[k]!, all[i]!]
  }
  return all
}

/** A number that is another one for other battles, even if as many cubes fall. */
function seedOf({ thrown, fell, battle }: Throw): number {
  const counts = [thrown, fell].flatMap((cubes) => COLOURS.map((colour) => cubes[colour] ?? 0))
  const letters = [...battle].map((letter) => letter.codePointAt(0)!)
  return [...letters, ...counts].reduce((sum, n) => Math.imul(sum, 31) + n + 7, 17)
}

/** The first try in which all cubes lie flat; else the last, straightened. */
export function roll(what: Throw): Course {
  const { thrown, fell } = what
  const seed = seedOf(what)
  const falling = COLOURS.reduce((sum, colour) => sum + (fell[colour] ?? 0), 0)
  const tries = Math.max(1, Math.min(TRIES, Math.floor(EFFORT / (falling + 1))))
  for (let tried = 1; ; tried++) {
    const run = new Run(thrown, fell, generator(seed * 97 + tried))
    const course = run.course()
    if (run.flat) return course
    if (tried === tries) return straightened(course)
  }
}

/** One try. */
class Run {
  readonly #world = new World({ gravity: new Vec3(0, -GRAVITY, 0), allowSleep: true })
  readonly #bodies: Body[]
  readonly #parts: Part[]
  readonly #random: () => number

  constructor(thrown: Cubes, fell: Cubes, random: () => number) {
    this.#random = random
    const wood = new Material()
    const slide = new Material()
    this.#world.addContactMaterial(new ContactMaterial(wood, wood, { friction: 0.28, restitution: 0.28 }))
    this.#world.addContactMaterial(new ContactMaterial(wood, slide, { friction: 0, restitution: 0.2 }))
    this.#world.broadphase = new SAPBroadphase(this.#world)
    furnish(this.#world, wood, slide)
    const poured = listed(thrown, random).map((colour, at) => this.#poured(colour, at, wood))
    const rolled = listed(fell, random).map((colour, at) => this.#rolled(colour, at, wood))
    this.#bodies = [...poured, ...rolled].map(({ body }) => body)
    this.#parts = [...poured, ...rolled].map(({ part }) => part)
  }

  #spread(width: number): number {
    return (this.#random() * 2 - 1) * width
  }

  #cube(colour: number, start: number, out: boolean, place: Vec3, push: Vec3, wood: Material) {
    const body = new Body({ mass: 1, shape: CUBE, material: wood, position: place, velocity: push })
    body.quaternion.setFromEuler(this.#spread(3), this.#spread(3), this.#spread(3))
    body.angularVelocity.set(this.#spread(9), this.#spread(9), this.#spread(9))
    body.sleepSpeedLimit = 0.25
    body.sleepTimeLimit = 0.1
    const first = Math.round(start * RATE)
    const part = { colour, out, first, last: Infinity, counts: Infinity }
    return { body, part }
  }

  #poured(colour: number, at: number, wood: Material) {
    const place = new Vec3(this.#spread(3.2), TOWER.brim + 4.5, this.#spread(1.2) - TOWER.depth / 2)
    return this.#cube(colour, at * POURED, false, place, new Vec3(this.#spread(2), -7, this.#spread(1)), wood)
  }

  #rolled(colour: number, at: number, wood: Material) {
    const lane = LANES[at % LANES.length]! + this.#spread(0.1)
    const place = new Vec3(lane, 1.7 + this.#random() * 0.8, -1.6)
    const push = new Vec3(this.#spread(7) + lane * 3, -1, 10 + this.#random() * 9)
    const start = FIRST_OUT + Math.floor(at / LANES.length) * APART + this.#random() * 0.03
    return this.#cube(colour, start, true, place, push, wood)
  }

  /** Run it, and write down what is to be seen. */
  course(): Course {
    const last = Math.max(0, ...this.#parts.map(({ first }) => first))
    const frames = last + Math.round(ROLLS * RATE)
    const poses = new Float32Array(frames * this.#parts.length * POSE)
    for (let frame = 0; frame < frames; frame++) {
      for (const [at, part] of this.#parts.entries())
        if (part.first === frame) this.#world.addBody(this.#bodies[at]!)
      this.#lead()
      if (frame > last + RATE * 0.6) this.#calm()
      for (let step = 0; step < STEPS; step++) this.#world.step(STEP)
      this.#record(frame, poses)
    }
    for (const part of this.#parts) part.last = Math.min(part.last, frames)
    return { parts: this.#parts, frames, poses }
  }

  /** Nothing stays in the doorway: the way out is steep. */
  #lead(): void {
    for (const [at, body] of this.#bodies.entries()) {
      if (this.#parts[at]!.out && body.position.z < 1) body.velocity.z = Math.max(body.velocity.z, 6)
    }
  }

  /** Near the end what still moves is slowed down, and what lies on another slides off. */
  #calm(): void {
    for (const [at, body] of this.#bodies.entries()) {
      if (!this.#parts[at]!.out) continue
      body.linearDamping = body.angularDamping = 0.6
      if (body.position.y < 0.8 || body.velocity.length() > 3) continue
      body.wakeUp()
      body.applyImpulse(new Vec3(this.#spread(1.5) + Math.sign(body.position.x), 0.4, this.#spread(1.5)))
    }
  }

  #record(frame: number, poses: Float32Array): void {
    for (const [at, part] of this.#parts.entries()) {
      const { position: p, quaternion: q } = this.#bodies[at]!
      poses.set([p.x, p.y, p.z, q.x, q.y, q.z, q.w], (frame * this.#parts.length + at) * POSE)
      if (frame < part.first || part.last !== Infinity) continue
      if (part.out) part.counts = Math.min(part.counts, p.z > 0 ? frame : Infinity)
      else if (p.y < TOWER.height - 2) {
        part.last = frame
        this.#world.removeBody(this.#bodies[at]!)
      }
    }
  }

  /** Whether all that came out lies on the floor of the tray, each on a face and none on another. */
  get flat(): boolean {
    return this.#bodies.every((body, at) => {
      const { x, y, z } = body.position
      const inside = Math.abs(x) < TRAY.half && z > 0.4 && z < TRAY.depth
      return !this.#parts[at]!.out || (inside && Math.abs(y - 0.5) < 0.04 && body.velocity.length() < 0.5)
    })
  }
}

/** Walls that cubes cannot pass: the tray, the way out of the tower, the funnel. */
function furnish(world: World, wood: Material, slide: Material): void {
  const { half, depth } = TRAY
  const floor = new Body({ type: Body.STATIC, shape: new Plane(), material: wood })
  floor.quaternion.setFromEuler(-Math.PI / 2, 0, 0)
  world.addBody(floor)
  const wall = (
    x: number,
    y: number,
    z: number,
    wide: number,
    high: number,
    deep: number,
    turn = new Vec3(),
    material = wood,
  ) => {
    const shape = new Box(new Vec3(wide / 2, high / 2, deep / 2))
    const body = new Body({ type: Body.STATIC, shape, material, position: new Vec3(x, y, z) })
    body.quaternion.setFromEuler(turn.x, turn.y, turn.z)
    world.addBody(body)
  }
  const level = new Vec3()
  // The rims reach higher than they look, so that nothing leaves the tray.
  for (const side of [-1, 1]) {
    wall(side * (half + 1), 4, depth / 2, 2, 8, depth + 4)
    const beside = (half - TOWER.mouth) / 2
    wall(side * (TOWER.mouth + beside), 4, -1, beside * 2, 8, 2)
    wall(side * (TOWER.mouth + 0.5), 3, -3, 1, 6, 4, level, slide)
  }
  wall(0, 4, depth + 1, half * 2 + 4, 8, 2)
  // Inside: a ceiling, a back, and a slope that leads to the mouth.
  wall(0, TOWER.arch + 0.5, -2.5, 6, 1, 5, level, slide)
  wall(0, 3, -5, 6, 6, 1, level, slide)
  wall(0, -0.2, -2.2, 6, 1, 5, new Vec3(0.4, 0, 0), slide)
  // The funnel: four slopes around the throat.
  const lean = Math.atan2(TOWER.funnel - TOWER.half, TOWER.brim - TOWER.height)
  const middle = (TOWER.brim + TOWER.height) / 2
  const out = (TOWER.funnel + TOWER.half) / 2 + 0.5
  const behind = -TOWER.depth / 2
  for (const side of [-1, 1]) {
    wall(side * out, middle, behind, 1, 5, 12, new Vec3(0, 0, -side * lean))
    wall(0, middle, behind + side * (out - 0.55), 12, 5, 1, new Vec3(side * lean, 0, 0))
  }
}

/** In the last frames lead the cubes to lie flat, on free places near those where they came to rest. */
function straightened(course: Course): Course {
  const { parts, frames, poses } = course
  const taken: Vec3[] = []
  for (const [at, part] of parts.entries()) {
    if (!part.out) continue
    const [x, y, z, ...turn] = poses.subarray(poseAt(course, frames - LEAD, at))
    const from = { place: new Vec3(x, y, z), turn: new Quaternion(...turn.slice(0, 4)) }
    const to = { place: freePlace(x!, z!, taken), turn: upright(from.turn) }
    taken.push(to.place)
    for (let step = 1; step <= LEAD; step++) {
      const p = new Vec3()
      from.place.lerp(to.place, step / LEAD, p)
      const q = from.turn.slerp(to.turn, step / LEAD)
      poses.set([p.x, p.y, p.z, q.x, q.y, q.z, q.w], poseAt(course, frames - LEAD + step - 1, at))
    }
    part.counts = Math.min(part.counts, frames - 1)
  }
  return course
}

/** The nearest turn in which a cube stands on a face. */
function upright(turn: Quaternion): Quaternion {
  const axes = [new Vec3(1, 0, 0), new Vec3(0, 1, 0), new Vec3(0, 0, 1)].map((axis) => turn.vmult(axis))
  const steep = axes.reduce((best, axis) => (Math.abs(axis.y) > Math.abs(best.y) ? axis : best))
  const up = new Vec3(0, Math.sign(steep.y) || 1, 0)
  return new Quaternion().setFromVectors(steep, up).mult(turn)
}

function freePlace(x: number, z: number, taken: Vec3[]): Vec3 {
  const inside = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))
  for (let way = 0; ; way++) {
    const far = 0.22 * Math.sqrt(way)
    const place = new Vec3(
      inside(x + far * Math.cos(way * 2.4), 0.75 - TRAY.half, TRAY.half - 0.75),
      0.5,
      inside(z + far * Math.sin(way * 2.4), 0.75, TRAY.depth - 0.75),
    )
    if (way > 4000 || taken.every((other) => place.distanceTo(other) > 1.3)) return place
  }
}
