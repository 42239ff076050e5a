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
 * Returns the client of a transaction that the engine shares with its host: in a consumer's
 * handler, or alongside an operation. The host's writes are committed together with the engine's.
 * Don't end the transaction, don't release the client, and don't keep it.
 *
 * ```ts
 * await payloom.events.consumeInTransaction("orders", async (event, { transaction }) => {
 *   await clientOf(transaction).query("INSERT INTO told (event) VALUES ($1)", [event.id])
 * })
 * ```
 *
 * Throws a `TypeError` if the transaction is over, or belongs to another storage.
 */
export const clientOf = (transaction: HostTransaction): PoolClient => {
  const client = clients.get(transaction)
  if (client === undefined) {
    throw new TypeError(
      "This transaction is over, or it belongs to a storage that is not PostgreSQL."
    )
  }
  return client
}

/**
 * Opens transactions that the host writes in, on at most half of the connections, because handlers
 * may call the engine meanwhile. If a transaction isn't committed, its connection is closed, so
 * that late writes of a handler are never kept.
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
      ({ release }) =>
        Effect.sync(() => {
          clients.delete(host)
          release(isOver)
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

/** Returns why the server can't commit the transaction after the host's writes. Null if it can. */
const failureIn = ({ client, answered }: Lent) =>
  asking(async () => {
    // The driver reports a failed statement before it knows the new state of the transaction.
    await answered()
    const status = client.getTransactionStatus()
    if (status === "E") return failedWithin
    return status === "I"
      ? "The transaction was ended by the host. Only the engine may end it."
      : null
  })

const failedWithin = "A statement failed in the transaction, so it can't be committed."
