/**
 * Rejects with an error whose stack, which is of the engine alone, goes on with the lines of the
 * program that wait for it. For `catch`: only there the runtime knows them, and at no cost to calls
 * that succeed.
 */
export const rejectAtCallSite = (error: unknown): Promise<never> => {
  if (error instanceof Error && error.stack !== undefined) {
    const [, , ...waiting] = (new Error().stack ?? "")
      .split("\n")
      .filter((line) => !isRuntime(line))
    const frames = waiting.map((line) => `\n${line}`).join("")
    if (!error.stack.endsWith(frames)) error.stack += frames
  }
  return Promise.reject(error)
}

/** What takes a promise's handlers in turn: of Node itself. */
const isRuntime = (line: string): boolean => line.includes("node:internal")

/**
 * The same of a walk, at the step that failed. Whoever asks for several items at once is given them
 * one after the other, as of any generator.
 */
export const walkFromCallSite = <A>(walk: AsyncIterable<A>): AsyncIterable<A> => ({
  [Symbol.asyncIterator]: () => {
    const steps = walk[Symbol.asyncIterator]()
    let before: Promise<unknown> = Promise.resolve()
    const inTurn = (step: () => Promise<IteratorResult<A>>) => {
      const taken = before.then(step)
      before = taken.catch(() => undefined)
      return taken
    }
    return {
      next: () => inTurn(() => steps.next()).catch(rejectAtCallSite),
      return: (value) =>
        inTurn(() => steps.return?.(value) ?? Promise.resolve({ done: true, value }))
    }
  }
})
