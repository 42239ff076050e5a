import type { PoolClient } from "pg"
import { Batch, type Ended } from "./Batch.ts"
import { confirmCommit } from "./confirmCommit.ts"
import { DriverFailed } from "./DriverFailed.ts"
import type { Statement } from "./Statement.ts"

/** Took longer than a question may. */
class TooLate extends Error {
  constructor(limitMs: number) {
    super(`the database did not answer within ${limitMs} ms`)
  }
}

/** Is true if a connection was lost, rather than waited for in vain. */
export const isDead = (cause: unknown): boolean =>
  cause instanceof DriverFailed && cause.isLost && !(cause.cause instanceof TooLate)

/** Sends statements together. Answers after so many milliseconds at the latest. */
export const sendBatch = async (
  client: PoolClient,
  statements: ReadonlyArray<Statement>,
  timeoutMs: number
): Promise<Ended> => {
  const batch = new Batch(statements)
  const late = Promise.withResolvers<Ended>()
  const timer = setTimeout(() => {
    late.resolve({ answers: [], failure: { cause: new TooLate(timeoutMs) } })
  }, timeoutMs)
  const { answers, failure } = await confirmCommit(client, () => {
    client.query(batch)
    return Promise.race([batch.ended, late.promise])
  })
  clearTimeout(timer)
  return { answers, failure: failure === null ? null : { cause: new DriverFailed(failure.cause) } }
}
