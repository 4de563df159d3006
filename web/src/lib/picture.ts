/** A picture of a board that can be kept: its drawing as a PNG, framed, with a caption below. */

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
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = `var(--${name})`
  const colour = getComputedStyle(probe).color
  probe.remove()
  return colour
}

function caption(text: string, y: number, style: string): string {
  const words = document.createElement('i')
  words.textContent = text
  return `<text x="${MARGIN}" y="${y}" style="${style};font-variant-numeric:lining-nums">${words.innerHTML}</text>`
}

/** The framed drawing with its caption, as one drawing. */
async function framed(drawing: SVGSVGElement, title: string, line: string): Promise<[string, number]> {
  const box = drawing.getBoundingClientRect()
  const width = WIDE - 2 * MARGIN
  const height = Math.round((width * box.height) / box.width)
  const below = height + 2 * MARGIN
  const copy = dressed(drawing)
  const place = { x: MARGIN, y: MARGIN, width, height }
  for (const [name, value] of Object.entries(place)) copy.setAttribute(name, String(value))
  if (!drawing.hasAttribute('viewBox')) copy.setAttribute('viewBox', `0 0 ${box.width} ${box.height}`)
  const frame = `x="${MARGIN}" y="${MARGIN}" width="${width}" height="${height}"`
  const markup = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDE}" height="${below + CAPTION}">
    <style>${await fontsInside()}</style>
    <rect width="100%" height="100%" fill="${token('paper')}"/>
    <rect ${frame} fill="${token('sea')}"/>
    ${new XMLSerializer().serializeToString(copy)}
    <rect ${frame} fill="none" stroke="${token('key')}" stroke-width="4"/>
    ${caption(title, below + 50, `fill:${token('ink')};font:800 58px Alegreya`)}
    ${caption(line, below + 104, `fill:${token('ink-soft')};font:500 30px 'Alegreya Sans'`)}</svg>`
  return [markup, below + CAPTION]
}

/** A PNG of a drawing with a title and a line below. */
export async function pictureOf(drawing: SVGSVGElement, title: string, line: string): Promise<Blob> {
  const [markup, height] = await framed(drawing, title, line)
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(markup)}`
  await image.decode()
  const canvas = new OffscreenCanvas(WIDE, height)
  canvas.getContext('2d')!.drawImage(image, 0, 0)
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
