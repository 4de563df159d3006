/** Draws the tower, its tray and the cubes: seen from the front and a little above, without perspective. */
import { marks, paletteOf, type Palette } from './colours'
import { poseAt, seen, TOWER, TRAY, type Course, type Painter } from './course'

const PITCH = { sin: 0.62, cos: 0.785 }
/** What is to be seen, in units of the screen: from the brim of the funnel to the front of the tray. */
const VIEW = { left: -9.3, right: 9.3, top: -14.6, bottom: 6.5 }
const ASPECT = (VIEW.right - VIEW.left) / (VIEW.bottom - VIEW.top)

/** What stands on the funnel, in units of the screen. */
export const NAME = { words: '天下', font: '2px "Yuji Boku", serif' }

interface Vector {
  x: number
  /** Towards the viewer. */
  y: number
  /** Up. */
  z: number
}

interface Body {
  colour: number
  out: boolean
  at: Vector
  /** The directions of its edges. */
  axes: [Vector, Vector, Vector]
}

function vector(x: number, y: number, z: number): Vector {
  return { x, y, z }
}

/** The cubes of a moment. */
function bodies(course: Course, frame: number): Body[] {
  return course.parts.flatMap((part, at) => {
    if (!seen(part, frame)) return []
    const [x, up, near, i, j, k, w] = course.poses.subarray(poseAt(course, frame, at))
    return [{ colour: part.colour, out: part.out, at: vector(x!, near!, up!), axes: axes(i!, j!, k!, w!) }]
  })
}

/** The directions of a turned cube's edges, from the quaternion of its turn. */
function axes(i: number, j: number, k: number, w: number): Body['axes'] {
  return [
    vector(1 - 2 * (j * j + k * k), 2 * (i * k - j * w), 2 * (i * j + k * w)),
    vector(2 * (i * j - k * w), 2 * (j * k + i * w), 1 - 2 * (i * i + k * k)),
    vector(2 * (i * k + j * w), 1 - 2 * (i * i + j * j), 2 * (j * k - i * w)),
  ]
}

const screenX = (p: Vector) => p.x
const screenY = (p: Vector) => p.y * PITCH.sin - p.z * PITCH.cos

/** The tower as a drawing, where there is no third dimension to be had. */
export class Drawing implements Painter {
  readonly canvas = document.createElement('canvas')
  readonly tooSlow = false
  #palette: Palette | null = null

  fit(width: number, height: number): void {
    const dense = Math.min(2, devicePixelRatio)
    const wide = Math.max(1, Math.min(width, height * ASPECT))
    this.canvas.width = Math.round(wide * dense)
    this.canvas.height = Math.round((wide / ASPECT) * dense)
    this.canvas.style.width = `${wide}px`
    this.#palette = paletteOf(document.body)
  }

  paint(course: Course | null, frame: number): void {
    draw(this.canvas.getContext('2d')!, course ? bodies(course, frame) : [], this.#palette!)
  }
}

function draw(context: CanvasRenderingContext2D, cubes: Body[], palette: Palette): void {
  const { width, height } = context.canvas
  const scale = Math.min(width / (VIEW.right - VIEW.left), height / (VIEW.bottom - VIEW.top))
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, width, height)
  const x = width / 2
  const y = (height - (VIEW.bottom - VIEW.top) * scale) / 2 - VIEW.top * scale
  const frame = () => context.setTransform(scale, 0, 0, scale, x, y)
  frame()
  paintTray(context, palette)
  paintTowerBack(context, palette)
  const poured = inDepth(cubes.filter((body) => !body.out))
  for (const body of poured) paintCube(context, body, palette, scale, x, y)
  frame()
  paintTowerFront(context, palette)
  for (const body of inDepth(cubes.filter((body) => body.out))) paintCube(context, body, palette, scale, x, y)
}

function inDepth(bodies: Body[]): Body[] {
  return bodies.toSorted((a, b) => a.at.y + a.at.z * 0.4 - (b.at.y + b.at.z * 0.4))
}

function shape(
  context: CanvasRenderingContext2D,
  points: Vector[],
  fill: string,
  line: string | null,
  width = 0.08,
): void {
  context.beginPath()
  for (const point of points) context.lineTo(screenX(point), screenY(point))
  context.closePath()
  context.fillStyle = fill
  context.fill()
  if (!line) return
  context.strokeStyle = line
  context.lineWidth = width
  context.lineJoin = 'round'
  context.stroke()
}

/** A standing rectangle, seen from the front. */
function wall(left: number, right: number, y: number, low: number, high: number): Vector[] {
  return [vector(left, y, low), vector(right, y, low), vector(right, y, high), vector(left, y, high)]
}

/** A lying one. */
function floor(left: number, right: number, back: number, front: number, z: number): Vector[] {
  return [vector(left, back, z), vector(right, back, z), vector(right, front, z), vector(left, front, z)]
}

function paintTray(context: CanvasRenderingContext2D, palette: Palette): void {
  const { half, depth, rim } = TRAY
  const { line, wall: lacquer, rim: lit, floor: wood, grain, brass } = palette
  const edge = half + 0.45
  shape(context, floor(-edge, edge, -0.2, depth + 0.5, -0.5), line, line, 0.2)
  shape(context, wall(-half, half, 0, 0, rim), lacquer, line)
  shape(context, floor(-half, half, 0, depth, 0), wood, line)
  context.globalAlpha = 0.28
  for (let board = 1; board < 9; board++) {
    const y = (depth * board) / 9 + 0.12 * Math.sin(board * 5)
    shape(context, floor(-half + 0.1, half - 0.1, y, y, 0), wood, grain, board % 3 ? 0.05 : 0.1)
  }
  context.globalAlpha = 0.2
  shape(context, floor(-half, half, 0, 1.1, 0), line, null)
  context.globalAlpha = 1
  for (const side of [-1, 1]) {
    const [inner, outer] = [side * half, side * edge]
    shape(context, boardAlong(inner, outer, depth, rim), lit, line)
  }
  shape(context, wall(-edge, edge, depth + 0.45, -0.5, 0.35), lit, line)
  shape(context, floor(-edge, edge, depth, depth + 0.45, 0.35), lacquer, line)
  for (const x of [-edge, edge - 0.75])
    shape(context, wall(x, x + 0.75, depth + 0.46, -0.5, 0.45), brass, line, 0.07)
}

/** The upper edge of a rim that runs towards the viewer. */
function boardAlong(inner: number, outer: number, depth: number, high: number): Vector[] {
  return [
    vector(inner, 0, high),
    vector(inner, depth + 0.2, 0.35),
    vector(outer, depth + 0.2, 0.35),
    vector(outer, 0, high),
  ]
}

function paintTowerBack(context: CanvasRenderingContext2D, palette: Palette): void {
  const { brim, depth, height, half } = TOWER
  const { line, funnel: wood, grain, wall: lacquer } = palette
  const edge = TOWER.funnel
  // The funnel from above: its rim, its slopes, and the dark way down behind the cubes that fall.
  shape(context, floor(-edge - 0.3, edge + 0.3, -depth - 0.3, 0, brim), lacquer, line, 0.12)
  shape(context, floor(-edge, edge, -depth, 0, brim), wood, line, 0.08)
  const throat = [vector(half, -depth * 0.7, height), vector(-half, -depth * 0.7, height)]
  context.globalAlpha = 0.3
  shape(context, [vector(-edge, -depth, brim), vector(edge, -depth, brim), ...throat], grain, null)
  context.globalAlpha = 0.65
  shape(context, floor(-half, half, -depth * 0.75, 0, brim), line, null)
  context.globalAlpha = 1
}

function paintTowerFront(context: CanvasRenderingContext2D, palette: Palette): void {
  const { brim, height, half } = TOWER
  const { line, wall: lacquer, rim: lit, brass } = palette
  const edge = TOWER.funnel
  shape(context, wall(-half, half, 0, 0, height), lacquer, line, 0.12)
  paintWindow(context, palette)
  paintMouth(context, palette)
  paintEave(context, palette)
  const front = [
    vector(-edge, 0, brim),
    vector(edge, 0, brim),
    vector(half, 0, height),
    vector(-half, 0, height),
  ]
  shape(context, front, lit, line, 0.12)
  shape(context, wall(-edge - 0.3, edge + 0.3, 0, brim, brim + 0.5), line, line, 0.1)
  shape(context, wall(-half - 0.3, half + 0.3, 0, height - 0.25, height + 0.25), line, line, 0.1)
  context.fillStyle = brass
  context.font = NAME.font
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(NAME.words, 0, screenY(vector(0, 0, (brim + height) / 2 + 0.1)))
}

/** Lit paper behind a lattice. */
function paintWindow(context: CanvasRenderingContext2D, { light, line }: Palette): void {
  const [wide, low, high] = [1.85, 5.9, 8.6]
  shape(context, wall(-wide, wide, 0, low, high), light, line, 0.16)
  for (let bar = 1; bar < 8; bar++) {
    const x = -wide + (bar * wide) / 4
    shape(context, wall(x, x, 0, low, high), light, line, 0.09)
  }
  for (let bar = 1; bar < 4; bar++) {
    const z = low + ((high - low) * bar) / 4
    shape(context, wall(-wide, wide, 0, z, z), light, line, 0.09)
  }
}

function paintMouth(context: CanvasRenderingContext2D, { line, brass }: Palette): void {
  const { mouth, arch } = TOWER
  const spring = arch - mouth
  const points = [vector(-mouth, 0, 0)]
  for (let step = 0; step <= 16; step++) {
    const turn = Math.PI * (1 - step / 16)
    points.push(vector(mouth * Math.cos(turn), 0, spring + mouth * Math.sin(turn)))
  }
  shape(context, [...points, vector(mouth, 0, 0)], line, brass, 0.22)
}

/** A roof of tiles over the mouth. */
function paintEave(context: CanvasRenderingContext2D, { roof, line, brass }: Palette): void {
  const [low, high, out] = [4.35, 5.5, TOWER.half + 1.25]
  const corners = [
    vector(-out, 1.25, low),
    vector(out, 1.25, low),
    vector(TOWER.half, 0, high),
    vector(-TOWER.half, 0, high),
  ]
  shape(context, corners, roof, line, 0.1)
  context.globalAlpha = 0.5
  for (let row = 1; row < 14; row++) {
    const part = (row / 14) * 2 - 1
    shape(context, [vector(part * out, 1.25, low), vector(part * TOWER.half, 0, high)], roof, line, 0.06)
  }
  context.globalAlpha = 1
  for (const side of [-1, 1])
    shape(context, wall(side * out - 0.2, side * out + 0.2, 1.25, low - 0.2, low + 0.2), brass, line, 0.06)
}

function paintCube(
  context: CanvasRenderingContext2D,
  body: Body,
  palette: Palette,
  scale: number,
  x: number,
  y: number,
): void {
  const [red, green, blue] = palette.cubes[body.colour]!
  shadow(context, body, palette, scale, x, y)
  for (let one = 0; one < 3; one++) {
    const axis = body.axes[one]!
    // Towards the viewer, whichever end of the axis that is.
    const facing = axis.y * PITCH.cos + axis.z * PITCH.sin
    const side = facing < 0 ? -0.5 : 0.5
    const u = body.axes[(one + 1) % 3]!
    const v = body.axes[(one + 2) % 3]!
    const light = 0.62 + 0.34 * Math.abs(axis.z) + 0.1 * (axis.x * Math.sign(side) < 0 ? 1 : 0)
    const cx = body.at.x + axis.x * side
    const cy = screenY(body.at) + screenY(axis) * side
    context.setTransform(
      u.x * scale,
      screenY(u) * scale,
      v.x * scale,
      screenY(v) * scale,
      x + cx * scale,
      y + cy * scale,
    )
    context.fillStyle = `rgb(${red * light} ${green * light} ${blue * light})`
    context.fillRect(-0.5, -0.5, 1, 1)
    if (Math.abs(facing) > 0.6) {
      context.scale(0.42, 0.42)
      context.fillStyle = palette.marks[body.colour]!
      context.fill(marks()[body.colour]!, 'evenodd')
    }
  }
}

function shadow(
  context: CanvasRenderingContext2D,
  body: Body,
  palette: Palette,
  scale: number,
  x: number,
  y: number,
): void {
  if (!body.out) return
  context.setTransform(scale, 0, 0, scale, x, y)
  context.globalAlpha = Math.max(0, 0.34 - body.at.z * 0.08)
  context.fillStyle = palette.line
  context.beginPath()
  context.ellipse(body.at.x + 0.1, body.at.y * PITCH.sin + 0.08, 0.78, 0.52, 0, 0, 7)
  context.fill()
  context.globalAlpha = 1
}
