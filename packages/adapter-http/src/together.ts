/**
 * Lets what arrives in one turn of the event loop go on together, at its end: what requests then
 * read, and soon write, the storage can do for all of them at once. Runtimes that can't tell the
 * end of a turn go on right away.
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
