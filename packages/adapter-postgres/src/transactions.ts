import type {
  CommitConflict,
  HostTransaction,
  OpenTransaction,
  StorageUnavailable
} from "@payloom/core"
import { Effect, type Scope, Semaphore } from "effect"
import type { PoolClient } from "pg"
import type { Commits } from "./Commits.ts"
import type { Database, Lent } from "./Database.ts"
import { asking } from "./failureOf.ts"

const clients = new WeakMap<HostTransaction, PoolClient>()

/**
 * The client of a transaction that the engine shares with its host: in a consumer's handler, or
 * alongside an operation. What is written with it is committed with what the engine writes. Neither
 * end the transaction with it, nor release it, nor keep it.
 *
 * ```ts
 * await payloom.events.consumeInTransaction("orders", async (event, { transaction }) => {
 *   await clientOf(transaction).query("INSERT INTO told (event) VALUES ($1)", [event.id])
 * })
 * ```
 *
 * Throws a `TypeError` for a transaction of another storage, and for one that is over.
 */
export const clientOf = (transaction: HostTransaction): PoolClient => {
  const client = clients.get(transaction)
  if (client === undefined) {
    throw new TypeError("This transaction is over, or of a storage that is not PostgreSQL.")
  }
  return client
}

/**
 * Transactions that the host writes in, on at most half of the connections: handlers may ask the
 * engine things while theirs is open. One that isn't committed takes its connection with it, so
 * that nothing a handler does too late is ever kept.
 */
export const transactionsOf = (
  database: Database,
  commits: Commits
): Effect.Effect<OpenTransaction, StorageUnavailable, Scope.Scope> => {
  const places = Semaphore.makeUnsafe(Math.max(1, Math.floor(database.maxConnections / 2)))
  return Effect.gen(function* () {
    yield* Effect.acquireRelease(places.take(1), () => places.release(1))
    let isOver = false
    const host = {} as HostTransaction
    const lent = yield* Effect.acquireRelease(
      asking(() => database.lend()),
      ({ returnMoney }) =>
        Effect.sync(() => {
          clients.delete(host)
          returnMoney(isOver)
        })
    )
    clients.set(host, lent.client)
    const commit = (changes: Parameters<OpenTransaction["commit"]>[0]) =>
      Effect.flatMap(commits.joinOn(lent, changes), (conflict) => {
        isOver = true
        return conflict === null ? Effect.void : Effect.fail<CommitConflict>(conflict)
      })
    return { host, failure: failureIn(lent), commit }
  })
}

/** What the server says of a transaction that its host has left unfit to be committed. */
const failureIn = ({ client, answered }: Lent) =>
  asking(async () => {
    // The driver tells of a failed statement before it hears what that did to the transaction.
    await answered()
    const status = client.getTransactionStatus()
    if (status === "E") return failedWithin
    return status === "I" ? "The transaction was ended, which is for the engine to do." : null
  })

const failedWithin = "A statement failed in the transaction, so that it can't be committed."
