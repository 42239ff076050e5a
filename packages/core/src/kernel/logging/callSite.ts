/**
 * Rejects with an error whose stack also has the lines of the program that waits for it. The stack
 * of the engine alone would not show them. Use it in `catch`: only there does the runtime know
 * these lines, and successful calls pay nothing for it.
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

/** Returns true for Node's own frames, which run the handlers of promises. */
const isRuntime = (line: string): boolean => line.includes("node:internal")

/**
 * Does the same for an iteration, at the step that failed. Several steps that are requested at once
 * run one after the other, as in any generator.
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
