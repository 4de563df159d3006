/** What wood, lacquer and the faces of the cubes look like near by: small pictures, made once. */
import { CanvasTexture, RepeatWrapping, SRGBColorSpace } from 'three'
import { generator } from '../../../lib/chance'

function canvasOf(size: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size
  return [canvas, canvas.getContext('2d')!]
}

function textureOf(canvas: HTMLCanvasElement): CanvasTexture {
  const texture = new CanvasTexture(canvas)
  texture.colorSpace = SRGBColorSpace
  texture.wrapS = texture.wrapT = RepeatWrapping
  texture.anisotropy = 4
  return texture
}

/** Years of a tree along a board: lines that keep their distance and bow around a few places together. */
function years(
  context: CanvasRenderingContext2D,
  size: number,
  ink: string,
  count: number,
  seed: number,
): void {
  const random = generator(seed)
  const knots = Array.from({ length: 3 }, () => ({
    x: random() * size,
    y: random() * size,
    by: random() * 0.09,
  }))
  const bowed = (x: number, y: number) =>
    knots.reduce((to, knot) => {
      const near = Math.exp(-(((x - knot.x) / size / 0.22) ** 2) - ((y - knot.y) / size / 0.16) ** 2)
      return to + Math.sign(y - knot.y || 1) * near * knot.by * size
    }, y)
  context.strokeStyle = ink
  for (let line = 0; line < count; line++) {
    const y = ((line + random() * 0.8) * size) / count
    context.lineWidth = (0.4 + random() ** 3 * 2.6) * (size / 256)
    context.globalAlpha = 0.06 + random() ** 2 * 0.26
    context.beginPath()
    for (let x = 0; x <= size; x += size / 16)
      context.lineTo(x, bowed(x, y) + Math.sin(x / size + line) * 1.5)
    context.stroke()
  }
  context.globalAlpha = 1
}

/** Broad bands in which wood is darker. */
function bands(context: CanvasRenderingContext2D, size: number, ink: string, seed: number): void {
  const random = generator(seed)
  context.fillStyle = ink
  for (let band = 0; band < 9; band++) {
    context.globalAlpha = 0.04 + random() * 0.09
    context.fillRect(0, random() * size, size, (0.02 + random() * 0.12) * size)
  }
  context.globalAlpha = 1
}

/** Pale wood; white, since the boards have colours of their own. */
export function wood(): CanvasTexture {
  const [canvas, context] = canvasOf(512)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, 512, 512)
  bands(context, 512, '#8a5a2c', 5)
  years(context, 512, '#7a4a20', 84, 11)
  return textureOf(canvas)
}

/** Lacquer, through which the wood below it shows a little. */
export function lacquer(): CanvasTexture {
  const [canvas, context] = canvasOf(256)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, 256, 256)
  context.setTransform(0, 1, 1, 0, 0, 0) // upright, as the boards of a tower are
  bands(context, 256, '#200', 3)
  years(context, 256, '#300', 26, 7)
  return textureOf(canvas)
}

/** A face of a cube: stained wood with a crest, and edges that are worn a little. */
export function face([red, green, blue]: [number, number, number], mark: Path2D, ink: string): CanvasTexture {
  const [canvas, context] = canvasOf(128)
  context.fillStyle = `rgb(${red} ${green} ${blue})`
  context.fillRect(0, 0, 128, 128)
  bands(context, 128, '#000', 3)
  years(context, 128, '#000', 22, 23)
  context.strokeStyle = '#fff'
  context.globalAlpha = 0.14
  context.lineWidth = 5
  context.strokeRect(0, 0, 128, 128)
  context.globalAlpha = 1
  context.setTransform(54, 0, 0, 54, 64, 64)
  context.fillStyle = ink
  context.fill(mark, 'evenodd')
  return textureOf(canvas)
}
