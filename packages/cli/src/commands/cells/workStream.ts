import type { StreamLine } from "../../output/Output.ts"

/** Prints a line. */
export type Emit = (line: StreamLine) => void

/**
 * Iterates over the lines of some work that is done in the background. The work gets the signal of
 * an interruption, and the walk ends when the work has ended. Rejects with the error of the work.
 */
export async function* linesOfWork(
  work: (emit: Emit) => Promise<void>,
  signal: AbortSignal
): AsyncGenerator<StreamLine> {
  const lines: Array<StreamLine> = []
  let isOver = false
  let woken = Promise.withResolvers<void>()
  const working = work((line) => {
    lines.push(line)
    woken.resolve()
  }).then(
    () => ({ isDone: true }) as const,
    (error: unknown) => ({ isDone: false, error }) as const
  )
  void working.then(() => {
    isOver = true
    woken.resolve()
  })
  for (;;) {
    for (let line = lines.shift(); line !== undefined; line = lines.shift()) yield line
    if (isOver) break
    await woken.promise
    woken = Promise.withResolvers<void>()
  }
  const end = await working
  if (end.isDone) return
  if (!signal.aborted) throw end.error
  yield {
    cells: ["Interrupted. To continue, run the same command again."],
    json: { stage: "interrupted" }
  }
}

/** The time between two lines about the same stage, in milliseconds. */
const everyMs = 1000

/** Returns a function that is true for the first call of a stage, and then once a second. */
export const oncePerSecond = (): ((stage: string) => boolean) => {
  let last = ""
  let shownAt = 0
  return (stage) => {
    const now = performance.now()
    if (stage === last && now - shownAt < everyMs) return false
    last = stage
    shownAt = now
    return true
  }
}
