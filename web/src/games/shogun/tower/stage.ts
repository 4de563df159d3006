/** The tower in three dimensions: light, lacquer, and cubes of wood where the course has them. */
import {
  CanvasTexture,
  Color,
  DirectionalLight,
  HemisphereLight,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PCFShadowMap,
  PerspectiveCamera,
  PlaneGeometry,
  PMREMGenerator,
  PointLight,
  Quaternion,
  Scene,
  ShadowMaterial,
  SRGBColorSpace,
  Vector3,
  WebGLRenderer,
  type Material,
} from 'three'
import { RoomEnvironment } from 'three/examples/jsm/environments/RoomEnvironment.js'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import { marks, paletteOf, type Palette } from './colours'
import { poseAt, seen, type Course, type Painter } from './course'
import { furniture, type Stuff } from './furniture'

const CUBES = 64
const EYE = new Vector3(13, 34, 56)
const AIM = new Vector3(0, 5.4, 1.4)
/** From this width to height on the tower needs no more distance. */
const WIDE = 0.86
/** Frames that take longer than this on average are too many pixels; than that, too much altogether. */
const SLOW = 24
const TOO_SLOW = 40

export class Stage implements Painter {
  readonly canvas = document.createElement('canvas')
  /** Whether this machine cannot keep up. */
  tooSlow = false
  readonly #renderer: WebGLRenderer
  readonly #scene = new Scene()
  readonly #camera = new PerspectiveCamera(25, 1, 10, 200)
  readonly #sun = new DirectionalLight('#ffeccd', 2.6)
  readonly #lamp = new PointLight('#ffb45e', 14, 8)
  readonly #sky = new HemisphereLight('#dfe9ff', '#7a5a3a', 0.5)
  readonly #paper = new MeshBasicMaterial({ color: '#ffdf9e' })
  readonly #cubes: InstancedMesh[]
  #theme: string | null = null
  #density = Math.min(devicePixelRatio, matchMedia('(pointer: coarse)').matches ? 1.5 : 2)
  #times: number[] = []

  constructor() {
    this.#renderer = new WebGLRenderer({ canvas: this.canvas, alpha: true, antialias: true })
    this.#renderer.shadowMap.enabled = true
    this.#renderer.shadowMap.type = PCFShadowMap
    this.#light()
    this.#build()
    this.#cubes = Array.from({ length: 6 }, () => this.#cubeMesh())
  }

  #light(): void {
    const room = new PMREMGenerator(this.#renderer)
    this.#scene.environment = room.fromScene(new RoomEnvironment(), 0.04).texture
    room.dispose()
    const size = matchMedia('(pointer: coarse)').matches ? 1024 : 2048
    const [sun, back] = [this.#sun, new DirectionalLight('#9fb9e8', 0.5)]
    sun.position.set(-9, 40, 20)
    sun.castShadow = true
    sun.shadow.mapSize.set(size, size)
    Object.assign(sun.shadow.camera, { left: -18, right: 18, top: 20, bottom: -16, near: 5, far: 90 })
    sun.shadow.normalBias = 0.05
    back.position.set(14, 14, -24)
    this.#lamp.position.set(0, 2.6, -2)
    this.#scene.add(sun, back, this.#sky, this.#lamp)
  }

  #build(): void {
    const stuff: Record<Stuff, Material> = {
      lacquer: new MeshStandardMaterial({ vertexColors: true, roughness: 0.3 }),
      wood: new MeshStandardMaterial({ vertexColors: true, roughness: 0.7, map: grain() }),
      brass: new MeshStandardMaterial({ vertexColors: true, roughness: 0.35, metalness: 0.75 }),
      paper: this.#paper,
    }
    for (const [name, geometry] of Object.entries(furniture())) {
      const mesh = new Mesh(geometry, stuff[name as Stuff])
      mesh.castShadow = mesh.receiveShadow = name !== 'paper'
      this.#scene.add(mesh)
    }
    const ground = new Mesh(new PlaneGeometry(90, 60), new ShadowMaterial({ opacity: 0.3 }))
    ground.rotation.x = -Math.PI / 2
    ground.position.y = -0.66
    ground.receiveShadow = true
    this.#scene.add(ground)
  }

  #cubeMesh(): InstancedMesh {
    const cube = new InstancedMesh(
      new RoundedBoxGeometry(1, 1, 1, 3, 0.11),
      new MeshStandardMaterial({ roughness: 0.55 }),
      CUBES,
    )
    cube.castShadow = cube.receiveShadow = true
    cube.frustumCulled = false
    cube.count = 0
    this.#scene.add(cube)
    return cube
  }

  fit(width: number, height: number): void {
    this.#paintFor(paletteOf(document.body))
    const aspect = Math.max(1, width) / Math.max(1, height)
    this.#renderer.setPixelRatio(this.#density)
    this.#renderer.setSize(Math.max(1, width), Math.max(1, height))
    const away = EYE.clone()
      .sub(AIM)
      .multiplyScalar(Math.max(1, WIDE / aspect))
    this.#camera.position.copy(AIM).add(away)
    this.#camera.lookAt(AIM)
    this.#camera.aspect = aspect
    this.#camera.far = away.length() + 60
    this.#camera.updateProjectionMatrix()
  }

  /** Cubes in the page's colours; by day, or by lantern light. */
  #paintFor(palette: Palette): void {
    const theme = JSON.stringify(palette)
    if (theme === this.#theme) return
    this.#theme = theme
    for (const [at, cube] of this.#cubes.entries()) {
      const material = cube.material as MeshStandardMaterial
      material.map?.dispose()
      material.map = face(palette.cubes[at]!, marks()[at]!, palette.marks[at]!)
      material.needsUpdate = true
    }
    this.#sun.color = new Color(palette.dark ? '#ffc685' : '#ffeccd')
    this.#sun.intensity = palette.dark ? 2 : 2.6
    this.#sky.intensity = palette.dark ? 0.25 : 0.5
    this.#lamp.intensity = palette.dark ? 34 : 14
    this.#scene.environmentIntensity = palette.dark ? 0.22 : 0.34
    this.#paper.color = new Color(palette.dark ? '#ffd27a' : '#ffe3ab')
  }

  paint(course: Course | null, frame: number): void {
    const began = performance.now()
    for (const cube of this.#cubes) cube.count = 0
    if (course) this.#place(course, frame)
    this.#renderer.render(this.#scene, this.#camera)
    this.#notice(performance.now() - began)
  }

  /** Give back what the graphics card keeps. */
  close(): void {
    this.#renderer.dispose()
    this.#renderer.forceContextLoss()
  }

  #place(course: Course, frame: number): void {
    const [place, turn, size, matrix] = [new Vector3(), new Quaternion(), new Vector3(1, 1, 1), new Matrix4()]
    for (const [at, part] of course.parts.entries()) {
      const cube = this.#cubes[part.colour]!
      if (!seen(part, frame) || cube.count === CUBES) continue
      const pose = poseAt(course, frame, at)
      place.fromArray(course.poses, pose)
      turn.fromArray(course.poses, pose + 3)
      cube.setMatrixAt(cube.count++, matrix.compose(place, turn, size))
    }
    for (const cube of this.#cubes) cube.instanceMatrix.needsUpdate = true
  }

  /** Ten slow frames: fewer pixels; if that does not help, another way to draw. */
  #notice(ms: number): void {
    this.#times.push(ms)
    if (this.#times.length < 10) return
    const mean = this.#times.reduce((sum, one) => sum + one) / this.#times.length
    this.#times = []
    if (mean > TOO_SLOW && this.#density === 1) this.tooSlow = true
    if (mean > SLOW) this.#density = 1
  }
}

function canvasOf(size: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size
  return [canvas, canvas.getContext('2d')!]
}

function textureOf(canvas: HTMLCanvasElement): CanvasTexture {
  const texture = new CanvasTexture(canvas)
  texture.colorSpace = SRGBColorSpace
  texture.anisotropy = 4
  return texture
}

/** Fine lines along a board; white, since the boards have colours of their own. */
function lines(context: CanvasRenderingContext2D, size: number, ink: string, count: number): void {
  context.strokeStyle = ink
  for (let line = 0; line < count; line++) {
    const y = (line * 37.7 * size) / 97 / 4
    const bend = Math.sin(line * 2.4) * size * 0.04
    context.lineWidth = 0.6 + (line % 5) * 0.5
    context.globalAlpha = 0.1 + (line % 7) * 0.03
    context.beginPath()
    context.moveTo(0, y % size)
    context.bezierCurveTo(size / 3, (y % size) + bend, (size * 2) / 3, (y % size) - bend, size, y % size)
    context.stroke()
  }
  context.globalAlpha = 1
}

function grain(): CanvasTexture {
  const [canvas, context] = canvasOf(512)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, 512, 512)
  lines(context, 512, '#8a5a2c', 90)
  return textureOf(canvas)
}

/** A face of a cube: stained wood with a crest. */
function face([red, green, blue]: [number, number, number], mark: Path2D, ink: string): CanvasTexture {
  const [canvas, context] = canvasOf(128)
  context.fillStyle = `rgb(${red} ${green} ${blue})`
  context.fillRect(0, 0, 128, 128)
  lines(context, 128, '#000', 40)
  context.setTransform(58, 0, 0, 58, 64, 64)
  context.fillStyle = ink
  context.fill(mark, 'evenodd')
  return textureOf(canvas)
}
