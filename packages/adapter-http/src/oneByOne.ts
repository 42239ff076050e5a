/**
 * Returns a function that waits for a turn of the event loop in which no other waiting request
 * begins, in the order of arrival. So other work runs between them, however many arrive at once.
 * Runtimes without `setImmediate` continue at once.
 */
export const oneByOne = (): (() => Promise<void>) => {
  const { setImmediate } = globalThis
  if (setImmediate === undefined) return () => Promise.resolve()
  const waiting = new Set<() => void>()
  const advance = () => {
    const [first] = waiting
    if (first === undefined) return
    waiting.delete(first)
    first()
    if (waiting.size > 0) setImmediate(advance)
  }
  return () =>
    new Promise((resolve) => {
      waiting.add(resolve)
      if (waiting.size === 1) setImmediate(advance)
    })
}
