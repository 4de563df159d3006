/** A picture of a board that can be kept: its drawing as a PNG, framed, with a caption below. */

import { coloursOf } from './colours'

/** What style sheets say of drawn things; a picture has no style sheets. */
const DRAWN = [
  ...['fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray'],
  ...['stroke-linecap', 'stroke-linejoin', 'paint-order', 'opacity', 'filter', 'display', 'visibility'],
  ...['font-family', 'font-size', 'font-weight', 'font-style', 'font-variant-numeric', 'letter-spacing'],
  ...['text-anchor', 'text-transform', 'dominant-baseline', 'transform', 'transform-origin', 'transform-box'],
]
const WIDE = 1600
const MARGIN = 48
const CAPTION = 150

/** A copy of a drawing that needs no style sheet. */
function dressed(drawing: SVGSVGElement): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const [from, to] = [drawing, copy].map((svg) => [...svg.querySelectorAll<SVGElement>('*')])
  for (const [at, element] of from!.entries()) {
    const seen = getComputedStyle(element)
    const style = DRAWN.map((name) => `${name}:${seen.getPropertyValue(name)}`).join(';')
    to![at]!.setAttribute('style', style)
  }
  return copy
}

function asData(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error!)
    reader.readAsDataURL(blob)
  })
}

/** The page's fonts with their files inside: a picture may load nothing. */
async function fontsInside(): Promise<string> {
  const faces = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSFontFaceRule)
  const inside = faces.map(async ({ style, parentStyleSheet }) => {
    const source = style.getPropertyValue('src')
    const file = new URL(/url\("?([^")]+)"?\)/.exec(source)![1]!, parentStyleSheet?.href ?? location.href)
    const data = await asData(await (await fetch(file)).blob())
    return `@font-face{${style.cssText.replace(source, `url(${data})`)}}`
  })
  return (await Promise.all(inside)).join('')
}

/** A colour of the theme, as the browser makes it. */
function token(name: string): string {
  const { read, done } = coloursOf(document.body)
  const colour = read(`--${name}`)
  done()
  return colour
}

function caption(text: string, y: number, style: string): string {
  const words = document.createElement('i')
  words.textContent = text
  return `<text x="${MARGIN}" y="${y}" style="${style};font-variant-numeric:lining-nums">${words.innerHTML}</text>`
}

/** The drawing in a frame, with its caption below and nothing behind it. */
async function framed(drawing: SVGSVGElement, frame: Frame, title: string, line: string): Promise<string> {
  const { width: wide, height: high } = drawing.getBoundingClientRect()
  const { width, height } = frame
  const copy = dressed(drawing)
  const place = { x: MARGIN, y: MARGIN, width, height }
  for (const [name, value] of Object.entries(place)) copy.setAttribute(name, String(value))
  if (!drawing.hasAttribute('viewBox')) copy.setAttribute('viewBox', `0 0 ${wide} ${high}`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDE}" height="${frame.below + CAPTION}">
    <style>${await fontsInside()}</style>
    ${new XMLSerializer().serializeToString(copy)}
    <rect x="${MARGIN}" y="${MARGIN}" width="${width}" height="${height}" fill="none" stroke="${token('key')}" stroke-width="4"/>
    ${caption(title, frame.below + 50, `fill:${token('ink')};font:800 58px Alegreya`)}
    ${caption(line, frame.below + 104, `fill:${token('ink-soft')};font:500 30px 'Alegreya Sans'`)}</svg>`
}

interface Frame {
  width: number
  height: number
  /** Where the caption begins. */
  below: number
}

function frameOf({ width: wide, height: high }: DOMRect): Frame {
  const width = WIDE - 2 * MARGIN
  const height = Math.round((width * high) / wide)
  return { width, height, below: height + 2 * MARGIN }
}

/** Paper, and in the frame the sea and the printed map that lies below the drawing. */
function lay(on: OffscreenCanvasRenderingContext2D, drawing: SVGSVGElement, frame: Frame): void {
  on.fillStyle = token('paper')
  on.fillRect(0, 0, WIDE, frame.below + CAPTION)
  on.save()
  on.beginPath()
  on.rect(MARGIN, MARGIN, frame.width, frame.height)
  on.clip()
  on.fillStyle = token('sea')
  on.fillRect(MARGIN, MARGIN, frame.width, frame.height)
  const print = drawing.parentElement?.querySelector<HTMLCanvasElement>('[data-print] canvas')
  if (print) {
    const [box, { left, top, width, height }] = [
      drawing.getBoundingClientRect(),
      print.getBoundingClientRect(),
    ]
    const scale = frame.width / box.width
    const [x, y] = [MARGIN + (left - box.left) * scale, MARGIN + (top - box.top) * scale]
    on.drawImage(print, x, y, width * scale, height * scale)
  }
  on.restore()
}

/** A PNG of a drawing with a title and a line below. */
export async function pictureOf(drawing: SVGSVGElement, title: string, line: string): Promise<Blob> {
  const frame = frameOf(drawing.getBoundingClientRect())
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(await framed(drawing, frame, title, line))}`
  await image.decode()
  const canvas = new OffscreenCanvas(WIDE, frame.below + CAPTION)
  const on = canvas.getContext('2d')!
  lay(on, drawing, frame)
  on.drawImage(image, 0, 0)
  return canvas.convertToBlob({ type: 'image/png' })
}

/** Let the browser keep a file. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
