/** The statements of a raw driver that make a transaction. */
interface Transactions<W> {
  readonly begin: () => void
  readonly write: (writes: W) => void
  readonly commit: () => void
}

/**
 * Groups commits: those that wait in one turn of the event loop share a transaction, as the
 * adapter's do.
 */
export const groupedCommits = <W>({ begin, write, commit }: Transactions<W>) => {
  let waiting: Array<{ readonly writes: W; readonly done: () => void }> = []
  const flush = () => {
    const group = waiting
    waiting = []
    begin()
    for (const { writes } of group) write(writes)
    commit()
    for (const { done } of group) done()
  }
  return (writes: W) =>
    new Promise<void>((done) => {
      if (waiting.length === 0) setImmediate(flush)
      waiting.push({ writes, done })
    })
}
