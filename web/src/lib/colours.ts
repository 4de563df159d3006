/** The theme's colours, for those who draw without style sheets: read one by its name, and say when done. */
export function coloursOf(element: Element): { read(token: string): string; done(): void } {
  const probe = document.createElement('i')
  element.append(probe)
  return {
    read(token) {
      probe.style.color = `var(${token})`
      return getComputedStyle(probe).color
    },
    done: () => probe.remove(),
  }
}
