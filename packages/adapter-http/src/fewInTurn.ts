/**
 * Returns a function that waits for a turn of the event loop in which only a few others of the
 * waiting requests begin, in the order of arrival. So other work runs between them, however many
 * arrive at once. The storage can batch the reads and writes of those that begin together. Runtimes
 * without `setImmediate` continue at once.
 *
 * @param most The number of requests that begin in one turn.
 */
export const fewInTurn = (most: number): (() => Promise<void>) => {
  const { setImmediate } = globalThis
  if (setImmediate === undefined) return () => Promise.resolve()
  const waiting = new Set<() => void>()
  const advance = () => {
    let begun = 0
    for (const begin of waiting) {
      waiting.delete(begin)
      begin()
      begun += 1
      if (begun === most) break
    }
    if (waiting.size > 0) setImmediate(advance)
  }
  return () =>
    new Promise((resolve) => {
      waiting.add(resolve)
      if (waiting.size === 1) setImmediate(advance)
    })
}
