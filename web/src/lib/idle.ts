/** Work that can wait until the page has nothing better to do; what is returned calls it off. */
export function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 200) // Safari knows no idle moments
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(work, { timeout: 1500 })
  return () => cancelIdleCallback(asked)
}

/** What is only seen after a second look: idle moments before belong to what the page waits for. */
const SETTLED = 800

/** Work for an idle moment when the page stands. */
export function afterwards(work: () => void): () => void {
  let stop = () => {}
  const timer = setTimeout(() => (stop = whenIdle(work)), SETTLED)
  return () => {
    clearTimeout(timer)
    stop()
  }
}
