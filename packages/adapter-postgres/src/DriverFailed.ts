import pg from "pg"

const { DatabaseError } = pg

/**
 * The server gives a connection up with these: it is being shut down, or was told to. So do we
 * where it only reads: another one may be the primary by now, and the address lead there.
 */
const givenUp = /^(08|57P0|25P0[34]|25006)/

/** The driver could not do what it was asked for: the server refused it, or did not answer. */
export class DriverFailed extends Error {
  override readonly name = "DriverFailed"
  /** What the server answered with, of five characters; null where it did not answer. */
  readonly sqlState: string | null
  /** Whether the connection is of no use any more, and what came of its transaction unknown. */
  readonly isLost: boolean

  constructor(thrown: unknown) {
    const cause = firstOf(thrown)
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.sqlState = cause instanceof DatabaseError ? (cause.code ?? null) : null
    this.isLost = this.sqlState === null || givenUp.test(this.sqlState)
  }
}

/** A name with several addresses fails with an error for each, and without a message of its own. */
const firstOf = (thrown: unknown): unknown =>
  thrown instanceof AggregateError && thrown.message === "" ? (thrown.errors[0] ?? thrown) : thrown

/** Whether another transaction was in the way, so that the same may well succeed now. */
export const isCollision = (cause: unknown): boolean =>
  cause instanceof DriverFailed && ["40001", "40P01"].includes(cause.sqlState ?? "")
