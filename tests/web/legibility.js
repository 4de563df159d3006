// What a reader could not read on the page as it stands: a function for `page.evaluate`.
({ smallest }) => {
  const style = (node) => getComputedStyle(node)
  const opaque = (colour) => {
    const alpha = /\/ ([\d.]+)\)|rgba\(.*, ([\d.]+)\)/.exec(colour)
    return colour !== 'none' && colour !== 'transparent' && (!alpha || Number(alpha[1] ?? alpha[2]) > 0.5)
  }
  const drawn = (node) => node instanceof SVGElement && !(node instanceof SVGSVGElement)

  const known = new Map()
  /** Whether it and all around it is meant for eyes. */
  function open(node) {
    if (!node) return true
    if (!known.has(node)) {
      const { clipPath, position } = style(node)
      const closed = node.inert || (clipPath.startsWith('inset(50%') && position === 'absolute')
      known.set(node, !closed && open(node.parentElement))
    }
    return known.get(node)
  }
  const seen = (node) =>
    open(node) && node.checkVisibility({ opacityProperty: true, visibilityProperty: true })

  /** How many pixels of the screen are one of the element's own. */
  function scaleOf(node) {
    if (drawn(node)) {
      const { a, b } = node.getScreenCTM()
      return Math.hypot(a, b)
    }
    const wide = node.closest('main, aside, header, dialog, body') // widths of small boxes are rounded
    return wide.getBoundingClientRect().width / wide.offsetWidth
  }

  /** What is left of a box inside all that clips it; and whether it can be brought into sight. */
  function clipped(node, box) {
    let { left, top, right, bottom } = box
    let movable = false
    for (let up = node.parentElement; up; up = up.parentElement) {
      const { overflowX, overflowY } = style(up)
      if (up instanceof SVGSVGElement ? overflowX !== 'visible' : overflowX !== 'visible' || overflowY !== 'visible') {
        const room = up.getBoundingClientRect()
        if (/auto|scroll/.test(overflowX + overflowY) || up.matches('[data-moves]')) {
          movable ||= left < room.left || right > room.right || top < room.top || bottom > room.bottom
        }
        left = Math.max(left, room.left)
        right = Math.min(right, room.right)
        top = Math.max(top, room.top)
        bottom = Math.min(bottom, room.bottom)
      }
    }
    return { left, top, right: Math.min(right, innerWidth), bottom: Math.min(bottom, innerHeight), movable }
  }

  /** Letters fill about half of the height of their line. */
  function ink(box, size) {
    const [middle, half] = [(box.top + box.bottom) / 2, size * 0.3]
    return { left: box.left + 1, right: box.right - 1, top: middle - half, bottom: middle + half }
  }

  function texts() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found = []
    while (walker.nextNode()) {
      const text = walker.currentNode
      const node = text.parentElement
      const words = text.data.trim().replace(/\s+/g, ' ')
      if (!words || /^(SCRIPT|STYLE|OPTION|TITLE|title)$/.test(node.tagName) || !seen(node)) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const size = parseFloat(style(node).fontSize) * scaleOf(node)
      for (const box of range.getClientRects()) if (box.width > 1) found.push({ node, words, size, box: ink(box, size) })
    }
    return found
  }

  /** What is painted over a point of a text. */
  function over(node, x, y) {
    for (const other of document.elementsFromPoint(x, y)) {
      if (other === node || other.contains(node) || node.contains(other)) return null
      if (other.tagName === 'text') continue // two texts are compared by their letters, below
      const { fill, fillOpacity, backgroundColor, backgroundImage, opacity } = style(other)
      if (Number(opacity) < 0.5 || other.closest('[data-veil]')) continue
      if (drawn(other) ? opaque(fill) && Number(fillOpacity) > 0.5 : opaque(backgroundColor) || backgroundImage !== 'none')
        return other
    }
    return null
  }

  const named = (node) => `${node.tagName.toLowerCase()}.${node.getAttribute('class') ?? ''}`
  const faults = new Set()
  const everything = document.createElement('style')
  everything.textContent = '* { pointer-events: auto !important }'
  document.head.append(everything)
  const shown = []
  for (const text of texts()) {
    const { node, words, size, box } = text
    const part = clipped(node, box)
    const [whole, left] = [box.right - box.left, part.right - part.left]
    if (left < 1 || part.bottom - part.top < 1) {
      if (!part.movable && whole > 0) faults.add(`out of sight: ${words} (${named(node)})`)
      continue
    }
    if (size < smallest - 0.05) faults.add(`small: ${words} ${size.toFixed(1)} (${named(node)})`)
    const cut = left < whole - 2 || part.bottom - part.top < (box.bottom - box.top) * 0.9
    if (cut && !part.movable) faults.add(`cut: ${words} (${named(node)})`)
    if (part.movable && cut) continue
    const middle = (box.top + box.bottom) / 2
    const points = [0.15, 0.5, 0.85].map((at) => over(node, box.left + whole * at, middle))
    if (points.every((one) => one)) {
      // Under a sheet that lies over the board; what lies so by design says that it does.
      if (!points.some((one) => one.closest('[data-over], dialog'))) faults.add(`covered: ${words} (${named(node)}) by ${named(points[0])}`)
      continue
    }
    const wrong = points.find((one) => one && !one.closest('[data-over], dialog'))
    if (wrong) faults.add(`touched: ${words} (${named(node)}) by ${named(wrong)}`)
    shown.push(text)
  }
  everything.remove()
  for (const [at, one] of shown.entries()) {
    for (const other of shown.slice(at + 1)) {
      const [a, b] = [one.box, other.box]
      const [wide, high] = [
        Math.min(a.right, b.right) - Math.max(a.left, b.left),
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
      ]
      if (wide > 1 && high > 1) faults.add(`overlap: ${one.words} / ${other.words}`)
    }
  }
  for (const node of document.querySelectorAll('body *')) {
    if (drawn(node) || !seen(node) || node.firstElementChild) continue
    const { overflowX, textOverflow } = style(node)
    if (node.scrollWidth > node.clientWidth + 1 && overflowX === 'hidden' && node.innerText?.trim())
      faults.add(`${textOverflow === 'ellipsis' ? 'shortened' : 'too narrow'}: ${node.innerText.trim().slice(0, 40)} (${named(node)})`)
  }
  return [...faults].sort()
}
