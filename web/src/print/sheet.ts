/** What all printed maps have in common: pale water and water lines about the land, its shadow, paper. */
import { generator } from '../lib/chance'

/** The theme's colours by their names, as a canvas takes them. */
export type Colours = (token: string) => string

export interface Sheet {
  x: number
  y: number
  width: number
  height: number
}

/** Breadths of the strokes whose edges are the water lines, at measure 1. */
const WATER_LINES = [13, 22, 33, 46, 61, 78]

/** A canvas on which is drawn in the sheet's own measure. */
export function spread(canvas: HTMLCanvasElement, sheet: Sheet, sharpness: number): CanvasRenderingContext2D {
  canvas.width = sheet.width * sharpness
  canvas.height = sheet.height * sharpness
  const on = canvas.getContext('2d')!
  on.setTransform(sharpness, 0, 0, sharpness, -sheet.x * sharpness, -sheet.y * sharpness)
  on.lineJoin = 'round'
  return on
}

/** Pale water around the land: many broad, weak strokes, because a blur is slow. */
export function shallows(on: CanvasRenderingContext2D, land: Path2D, colours: Colours, measure = 1): void {
  on.strokeStyle = colours('--cut-shallows')
  for (let width = 12; width <= 96; width += 9) {
    on.globalAlpha = 0.16 - width / 800
    on.lineWidth = width * measure
    on.stroke(land)
  }
  on.globalAlpha = 1
}

/** Thin lines that follow the coast, weaker farther out: each is a stroke with a narrower one taken out of it. */
export function waterLines(on: CanvasRenderingContext2D, land: Path2D, colours: Colours, measure = 1): void {
  const layer = document.createElement('canvas')
  layer.width = on.canvas.width
  layer.height = on.canvas.height
  const lines = layer.getContext('2d')!
  lines.setTransform(on.getTransform())
  lines.lineJoin = 'round'
  lines.strokeStyle = colours('--ai')
  for (const [at, width] of [...WATER_LINES.entries()].reverse()) {
    lines.globalCompositeOperation = 'source-over'
    lines.globalAlpha = 0.62 - at * 0.09
    lines.lineWidth = width * measure
    lines.stroke(land)
    lines.globalCompositeOperation = 'destination-out'
    lines.globalAlpha = 1
    lines.lineWidth = width * measure - 1.9 + at * 0.12
    lines.stroke(land)
  }
  on.save()
  on.resetTransform()
  on.drawImage(layer, 0, 0)
  on.restore()
}

/** Waves as they are drawn on cloth: rows of scales, each over the one above it. */
function scaly(sharpness: number, colours: Colours): HTMLCanvasElement {
  const tile = document.createElement('canvas')
  ;[tile.width, tile.height] = [60 * sharpness, 30 * sharpness]
  const on = tile.getContext('2d')!
  on.scale(sharpness, sharpness)
  on.fillStyle = on.strokeStyle = colours('--ai')
  for (let row = 0; row < 5; row++)
    for (const x of [-60, 0, 60, 120].map((x) => x + (row % 2) * 30))
      for (const r of [29, 20, 11]) {
        on.beginPath()
        on.arc(x, 15 * row, r, 0, 7)
        on.globalCompositeOperation = 'destination-out'
        on.fill()
        on.globalCompositeOperation = 'source-over'
        on.stroke()
      }
  return tile
}

/** How far from the land they can still be seen. */
const FADING = [70, 110, 150, 190, 230, 270]

/** Scales about the land, weaker farther out, until the sea is open. */
export function scales(on: CanvasRenderingContext2D, land: Path2D, colours: Colours, measure = 1): void {
  const layer = document.createElement('canvas')
  ;[layer.width, layer.height] = [on.canvas.width, on.canvas.height]
  const near = layer.getContext('2d')!
  near.setTransform(on.getTransform())
  near.lineJoin = 'round'
  near.globalAlpha = 0.055
  for (const width of FADING) {
    near.lineWidth = width * measure
    near.stroke(land)
  }
  near.resetTransform()
  near.globalAlpha = 1
  near.globalCompositeOperation = 'source-in'
  near.fillStyle = near.createPattern(scaly(Math.round(on.getTransform().a), colours), 'repeat')!
  near.fillRect(0, 0, layer.width, layer.height)
  on.save()
  on.resetTransform()
  on.drawImage(layer, 0, 0)
  on.restore()
}

/** The land lies a little above the sea. */
export function lift(on: CanvasRenderingContext2D, land: Path2D, colours: Colours): void {
  on.save()
  on.shadowColor = colours('--bero')
  on.shadowBlur = 10
  on.shadowOffsetX = 3
  on.shadowOffsetY = 5
  on.fillStyle = colours('--land')
  on.fill(land)
  on.restore()
}

/** Paper under the colours: one small tile of noise, over the land. */
export function grain(on: CanvasRenderingContext2D, land: Path2D): void {
  const tile = document.createElement('canvas')
  tile.width = tile.height = 256
  const spots = tile.getContext('2d')!
  const noise = spots.createImageData(256, 256)
  const random = generator(5)
  for (let at = 0; at < noise.data.length; at += 4) {
    const value = 120 + random() * 135
    noise.data.set([value, value * 0.97, value * 0.9, 255], at)
  }
  spots.putImageData(noise, 0, 0)
  on.save()
  on.clip(land)
  on.globalCompositeOperation = 'multiply'
  on.globalAlpha = 0.15
  on.resetTransform()
  on.fillStyle = on.createPattern(tile, 'repeat')!
  on.fillRect(0, 0, on.canvas.width, on.canvas.height)
  on.restore()
}

/** The same colour, without strength: 'transparent' is a black one, and would grey what lies between. */
export function clear(colour: string): string {
  return colour.replace(/^rgb\((.*)\)$/, 'rgba($1, 0)')
}
