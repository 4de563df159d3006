/** Draws the tower, its tray and the cubes: seen from the front and a little above, without perspective. */
import { marks, paletteOf, type Palette } from './colours'
import { poseAt, seen, TOWER, TRAY, type Course, type Painter } from './course'

const PITCH = { sin: 0.62, cos: 0.785 }
/** What is to be seen, in units of the screen: from the brim of the funnel to the front of the tray. */
const VIEW = { left: -9.3, right: 9.3, top: -14.6, bottom: 6.5 }
const ASPECT = (VIEW.right - VIEW.left) / (VIEW.bottom - VIEW.top)

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
    const [x, up, near, i, j, k, w] = course.poses.subarray(poseAt(course, frame, at)) as unknown as number[]
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

function paintTray(context: CanvasRenderingContext2D, { ink, shade, card, paper }: Palette): void {
  const { half, depth, rim } = TRAY
  shape(context, wall(-half, half, 0, 0, rim), shade, ink)
  shape(context, floor(-half, half, 0, depth, 0), card, ink)
  context.globalAlpha = 0.5
  for (let line = 1; line < 4; line++) {
    const y = (depth * line) / 4
    shape(context, floor(-half + 0.3, half - 0.3, y, y, 0), paper, shade, 0.06)
  }
  context.globalAlpha = 1
  for (const side of [-1, 1]) {
    const x = side * half
    shape(
      context,
      [vector(x, 0, 0), vector(x, depth, 0), vector(x, depth, rim), vector(x, 0, rim)],
      shade,
      ink,
    )
  }
  shape(context, wall(-half, half, depth, -0.35, 0.3), shade, ink)
}

function paintTowerBack(context: CanvasRenderingContext2D, { ink, shade, soft }: Palette): void {
  const { funnel, brim, depth, height, half } = TOWER
  // The funnel from above: its rim, its slopes, and the dark way down behind the cubes that fall.
  shape(context, floor(-funnel, funnel, -depth, 0, brim), shade, ink, 0.12)
  context.globalAlpha = 0.18
  const slope = [vector(half, -depth * 0.7, height), vector(-half, -depth * 0.7, height)]
  shape(context, [vector(-funnel, -depth, brim), vector(funnel, -depth, brim), ...slope], soft, null)
  context.globalAlpha = 0.3
  shape(context, floor(-half, half, -depth * 0.75, 0, brim), soft, null)
  context.globalAlpha = 1
}

function paintTowerFront(
  context: CanvasRenderingContext2D,
  { ink, shade, paper, card, soft }: Palette,
): void {
  const { funnel, brim, height, half, mouth } = TOWER
  shape(context, wall(-half, half, 0, 0, height), paper, ink, 0.12)
  context.globalAlpha = 0.55
  for (let rung = 1; rung < 4; rung++) {
    const z = 3.2 + ((height - 3.2) * rung) / 4
    shape(context, wall(-half, half, 0, z, z), paper, soft, 0.07)
  }
  for (let post = 1; post < 4; post++) {
    const x = -half + (2 * half * post) / 4
    shape(context, wall(x, x, 0, 3.2, height), paper, soft, 0.07)
  }
  context.globalAlpha = 1
  const front = [
    vector(-funnel, 0, brim),
    vector(funnel, 0, brim),
    vector(half, 0, height),
    vector(-half, 0, height),
  ]
  shape(context, front, card, ink, 0.12)
  shape(context, wall(-funnel - 0.25, funnel + 0.25, 0, brim, brim + 0.5), shade, ink, 0.1)
  shape(context, wall(-half - 0.3, half + 0.3, 0, height - 0.25, height + 0.25), shade, ink, 0.1)
  const arch: [number, number][] = [
    [-mouth, 0],
    [-mouth, 2],
    [0.7 - mouth, 2.9],
    [mouth - 0.7, 2.9],
    [mouth, 2],
    [mouth, 0],
  ]
  shape(
    context,
    arch.map(([x, z]) => vector(x, 0, z)),
    ink,
    ink,
  )
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
  context.globalAlpha = Math.max(0, 0.22 - body.at.z * 0.06)
  context.fillStyle = palette.ink
  context.beginPath()
  context.ellipse(body.at.x + 0.1, body.at.y * PITCH.sin + 0.08, 0.78, 0.52, 0, 0, 7)
  context.fill()
  context.globalAlpha = 1
}
