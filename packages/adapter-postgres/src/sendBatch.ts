import type { PoolClient } from "pg"
import { Batch, type Ended } from "./Batch.ts"
import { confirmCommit } from "./confirmCommit.ts"
import { DriverFailed, isOfOtherServer, OtherServer } from "./DriverFailed.ts"
import type { Statement } from "./Statement.ts"

/** An answer took longer than its time limit. */
class TooLate extends Error {
  constructor(limitMs: number) {
    super(`the database did not answer within ${limitMs} ms`)
  }
}

/** Returns true if a connection was lost, but not if an answer only took too long. */
export const isDead = (cause: unknown): boolean =>
  cause instanceof DriverFailed && cause.isLost && !(cause.cause instanceof TooLate)

/** Sends statements together. Fails if there is no answer after `timeoutMs`. */
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

/**
 * Returns the result of a batch without its opening statement, which ran at a place of it. The
 * opening fails on another server than the one that was checked.
 */
export const withoutOpening = ({ answers, failure }: Ended, at: number): Ended =>
  answers.length === at && failure !== null && isOfOtherServer(failure.cause)
    ? { answers, failure: { cause: new DriverFailed(new OtherServer()) } }
    : { answers: answers.toSpliced(at, 1), failure }
