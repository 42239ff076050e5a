import { reasonOf } from "@payloom/core"
import pg from "pg"
import { elsewhere } from "./citus/home.ts"

const { DatabaseError } = pg

/**
 * SQLSTATEs after which a connection is closed. With most of them the server closes it: it shuts
 * down, or an administrator ended the connection. 25006 is a server that only reads. A new
 * connection may lead to the new primary. With `elsewhere` the connection leads to another node of
 * Citus than the schema.
 */
const givenUp = new RegExp(`^(08|57P0|25P0[34]|25006|${elsewhere})`)

/** The server refused a statement, or did not answer. */
export class DriverFailed extends Error {
  override readonly name = "DriverFailed"
  /** The SQLSTATE of the server's answer. Null if the server did not answer. */
  readonly sqlState: string | null
  /**
   * True if the connection can't be used any more, and the result of its transaction is unknown.
   */
  readonly isLost: boolean

  constructor(thrown: unknown) {
    const cause = firstOf(thrown)
    super(reasonOf(cause), { cause })
    this.sqlState = cause instanceof DatabaseError ? (cause.code ?? null) : null
    this.isLost = this.sqlState === null || givenUp.test(this.sqlState)
  }
}

/**
 * A host name with several addresses fails with an error for each, without a message of its own.
 */
const firstOf = (thrown: unknown): unknown =>
  thrown instanceof AggregateError && thrown.message === "" ? (thrown.errors[0] ?? thrown) : thrown

/** Returns true if another transaction collided with this one, so that a retry may succeed. */
export const isCollision = (cause: unknown): boolean =>
  cause instanceof DriverFailed && ["40001", "40P01"].includes(cause.sqlState ?? "")

/** A connection of the application's pool had a `BEGIN` that was sent before it was released. */
export class LeftWithinTransaction extends Error {
  constructor() {
    super("the application released a connection of its pool before the end of a transaction")
  }
}

/** A pooler led to another server than before, which has to be checked first. */
export class OtherServer extends Error {
  constructor() {
    super("the connection leads to another server than before")
  }
}

/** Returns true if a statement found that it runs on another server, by a division by zero. */
export const isOfOtherServer = (cause: unknown): boolean =>
  cause instanceof DriverFailed && cause.sqlState === "22012"

/**
 * Returns true if the schema is on another node, or if a pooler led to another server. Nothing was
 * committed.
 */
export const isElsewhere = (cause: unknown): boolean =>
  cause instanceof DriverFailed &&
  (cause.sqlState === elsewhere || cause.cause instanceof OtherServer)
