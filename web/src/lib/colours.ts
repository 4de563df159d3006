/** The theme's colours, for those who draw without style sheets: read one by its name, and say when done. */
export function coloursOf(element: Element): { read(token: string): string; done(): void } {
  const probe = document.createElement('i')
  // A transition, be it as short as for those who want less motion, would begin at the colour before.
  probe.style.setProperty('transition', 'none', 'important')
  element.append(probe)
  return {
    read(token) {
      probe.style.color = `var(${token})`
      return getComputedStyle(probe).color
    },
    done: () => probe.remove(),
  }
}
