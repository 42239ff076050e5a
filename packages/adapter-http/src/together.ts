/**
 * Returns a function that waits for the end of the current turn of the event loop. Requests that
 * arrived in one turn continue together, so the storage can batch their reads and writes. Runtimes
 * without `setImmediate` continue at once.
 */
export const together = (): (() => Promise<void>) => {
  const { setImmediate } = globalThis
  if (setImmediate === undefined) return () => Promise.resolve()
  let turn: Promise<void> | null = null
  return () => {
    turn ??= new Promise((resolve) => {
      setImmediate(() => {
        turn = null
        resolve()
      })
    })
    return turn
  }
}
