import { Effect } from "effect"

/** Lets requests begin. */
export interface LoopTurns {
  /** Resolves when the request may begin: mostly at once. */
  readonly enter: () => Promise<void> | undefined
}

/**
 * Limits the requests that begin in one turn of the event loop. A server gets all requests of a
 * thousand connections in one turn, and other work of the process would wait until all have begun.
 * Requests beyond the limit begin in the next turns, in their order.
 */
export const loopTurns = (most: number, nextTurn = nextTurnOfLoop): LoopTurns => {
  const waiting = new Set<() => void>()
  let begun = 0
  const advance = () => {
    begun = 0
    for (const begin of waiting) {
      waiting.delete(begin)
      begin()
      begun += 1
      if (begun === most) break
    }
    if (begun > 0) nextTurn(advance)
  }
  return {
    enter: () => {
      if (begun === 0) nextTurn(advance)
      if (begun < most && waiting.size === 0) {
        begun += 1
        return undefined
      }
      return new Promise((resume) => waiting.add(resume))
    }
  }
}

const nextTurnOfLoop = (run: () => void): void => {
  Effect.runCallback(Effect.yieldNow, { onExit: run })
}
