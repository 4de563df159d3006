/** The tower in three dimensions: light, lacquer, and cubes of wood where the course has them. */
import {
  ACESFilmicToneMapping,
  Color,
  DirectionalLight,
  HemisphereLight,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  PCFShadowMap,
  PerspectiveCamera,
  PlaneGeometry,
  PMREMGenerator,
  PointLight,
  Quaternion,
  Scene,
  ShadowMaterial,
  Vector3,
  WebGLRenderer,
  type Material,
} from 'three'
import { RoomEnvironment } from 'three/examples/jsm/environments/RoomEnvironment.js'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import { marks, paletteOf, type Palette } from './colours'
import { middle, poseAt, seen, type Course, type Painter } from './course'
import { furniture, type Stuff } from './furniture'
import { face, lacquer, wood } from './grain'
import { Pace } from './pace'

const CUBES = 64
const EYE = new Vector3(13, 34, 56)
const AIM = new Vector3(0, 5.4, 1.4)
/** The eye follows the cubes by so much of their way. */
const FOLLOWS = 0.04
/** From this width to height on the tower needs no more distance. */
const WIDE = 0.86

export class Stage implements Painter {
  readonly canvas = document.createElement('canvas')
  tooSlow = false
  readonly #renderer: WebGLRenderer
  readonly #scene = new Scene()
  readonly #camera = new PerspectiveCamera(25, 1, 10, 200)
  readonly #sun = new DirectionalLight('#ffeccd', 2.6)
  readonly #lamp = new PointLight('#ffb45e', 14, 8)
  readonly #sky = new HemisphereLight('#dfe9ff', '#7a5a3a', 0.5)
  readonly #paper = new MeshBasicMaterial({ color: '#ffdf9e', toneMapped: false })
  readonly #lacquer = new MeshPhysicalMaterial({
    vertexColors: true,
    roughness: 0.3,
    clearcoat: 1,
    clearcoatRoughness: 0.12,
    map: lacquer(),
  })
  /** From what the eye looks at to the eye. */
  #away = new Vector3()
  readonly #cubes: InstancedMesh[]
  #theme: string | null = null
  #density = Math.min(devicePixelRatio, matchMedia('(pointer: coarse)').matches ? 1.5 : 2)
  readonly #pace = new Pace()

  constructor() {
    this.#renderer = new WebGLRenderer({ canvas: this.canvas, alpha: true, antialias: true })
    this.#renderer.shadowMap.enabled = true
    this.#renderer.shadowMap.type = PCFShadowMap
    this.#renderer.toneMapping = ACESFilmicToneMapping
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
      lacquer: this.#lacquer,
      wood: new MeshStandardMaterial({ vertexColors: true, roughness: 0.7, map: wood() }),
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
    this.#away
      .copy(EYE)
      .sub(AIM)
      .multiplyScalar(Math.max(1, WIDE / aspect))
    this.#camera.aspect = aspect
    this.#camera.far = this.#away.length() + 60
    this.#camera.updateProjectionMatrix()
  }

  /** Look at the tower, and a little after the cubes. */
  #look(course: Course | null, frame: number): void {
    const aim = AIM.clone()
    const cubes = course && middle(course, frame)
    if (cubes) aim.lerp(new Vector3(...cubes), FOLLOWS)
    this.#camera.position.copy(aim).add(this.#away)
    this.#camera.lookAt(aim)
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
    this.#sun.intensity = palette.dark ? 2.5 : 2.6
    this.#sky.intensity = palette.dark ? 0.3 : 0.5
    this.#lamp.intensity = palette.dark ? 40 : 16
    this.#scene.environmentIntensity = palette.dark ? 0.26 : 0.34
    this.#renderer.toneMappingExposure = palette.dark ? 0.86 : 0.9
    this.#paper.color = new Color(palette.dark ? '#ffd27a' : '#ffe3ab')
  }

  paint(course: Course | null, frame: number, now?: number): void {
    for (const cube of this.#cubes) cube.count = 0
    if (course) this.#place(course, frame)
    this.#look(course, frame)
    this.#renderer.render(this.#scene, this.#camera)
    if (now === undefined) this.#pace.rest()
    else this.#notice(now)
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

  /** Where it is slow, fewer pixels at once; if that does not help, another way to draw. */
  #notice(now: number): void {
    const verdict = this.#pace.painted(now)
    if (verdict === 'spare it') this.#spare()
    if (verdict === 'another way') this.tooSlow = true
  }

  #spare(): void {
    this.#density = 1
    this.#renderer.setPixelRatio(1)
    this.#lacquer.clearcoat = 0
    this.#lacquer.needsUpdate = true
  }
}
