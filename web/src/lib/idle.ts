/** Work that can wait until the page has nothing better to do; what is returned calls it off. */
export function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 200) // Safari knows no idle moments
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(work, { timeout: 1500 })
  return () => cancelIdleCallback(asked)
}
