import { randomUUID } from "node:crypto"
import type { PoolClient } from "pg"
import { sendWithoutNames } from "./Batch.ts"
import type { ConnectionSource } from "./ConnectionSource.ts"
import { DriverFailed } from "./DriverFailed.ts"
import { applicationUses, countLoan, countOwnUse, isUnused } from "./poolUses.ts"
import { Standby } from "./Standby.ts"
import { type Statement, sql, text } from "./Statement.ts"
import { isDead, sendBatch } from "./sendBatch.ts"
import { durably, settingColumns, UnsafeSession, unsafetyOf } from "./UnsafeSession.ts"

/** Settings of connections. */
export interface ConnectionOptions {
  /** The time limit for getting a connection, and then for each answer, in milliseconds. */
  readonly timeoutMs: number
  /** True if the server also has to end statements after that time. */
  readonly boundsServer: boolean
  /** True to use named statements. If absent, it is detected for each connection. */
  readonly namedStatements?: boolean | undefined
}

/** No connection became free within the time limit. */
class NoConnection extends Error {
  constructor(limitMs: number) {
    super(`no connection of the pool was free within ${limitMs} ms`)
  }
}

/** Returns true if a transaction was begun on a connection and is not over. */
export const isInTransaction = (client: PoolClient): boolean =>
  ["T", "E"].includes(client.getTransactionStatus() ?? "")

const ignored = () => undefined

/** The checks of a server before it is used. */
export interface ServerCheck {
  /** Throws if no server may be used any more. */
  readonly assertUsable: () => void
  /** Rejects if the connection's server may not be used. */
  readonly check: (client: PoolClient) => Promise<void>
}

const isUnsafe = (cause: unknown): boolean =>
  cause instanceof DriverFailed && cause.cause instanceof UnsafeSession

/**
 * The connections of a pool. Each new connection is checked: it leads to a process of the server,
 * or to a pooler that lends such a process for each transaction, and its settings are safe. It is
 * checked again after the application has used it, because settings outlive a use.
 */
export class Connections {
  readonly timeoutMs: number
  readonly #source: ConnectionSource
  readonly #options: ConnectionOptions
  /** True for a connection that leads to a process of the server. */
  readonly #isDirect = new WeakMap<PoolClient, boolean>()
  /** How often the application had used a connection when it was checked. */
  readonly #checkedAt = new WeakMap<PoolClient, number>()
  /** The times at which connections were last taken and returned, by `performance.now()`. */
  readonly #takenAt = new WeakMap<PoolClient, number>()
  readonly #returnedAt = new WeakMap<PoolClient, number>()
  /** The server that a connection led to when it was checked, as its identity. */
  readonly #serverOf = new WeakMap<PoolClient, string>()
  /** The server that was checked last. */
  #server: string | null = null
  #serverCheck: ServerCheck | null = null
  /** Connections that were last used before this time may be broken too. */
  #doubtedBefore = 0

  constructor(source: ConnectionSource, options: ConnectionOptions) {
    this.#source = source
    this.#options = options
    this.timeoutMs = options.timeoutMs
  }

  /** From now on, each server is checked when the first connection to it is made. */
  checkServersBy(serverCheck: ServerCheck): void {
    this.#serverCheck = serverCheck
  }

  /** The largest number of connections. */
  get max(): number {
    return this.#source.max
  }

  /** True once the pool takes no more callers. */
  get isEnding(): boolean {
    return this.#source.isEnding
  }

  /** Returns true if a connection leads to one process of the server for as long as it is open. */
  isDirect(client: PoolClient): boolean {
    return this.#isDirect.get(client) ?? false
  }

  /** Returns true if a connection leads to the server that has the schema, as far as is known. */
  isCurrent(client: PoolClient): boolean {
    return this.#source.isCurrent(client)
  }

  /** Returns a connection. Waits at most `timeoutMs`, even if the pool itself would wait longer. */
  async connect(isFirst = true): Promise<PoolClient> {
    this.#serverCheck?.assertUsable()
    const client = await this.#sound()
    this.#takenAt.set(client, performance.now())
    const uses = applicationUses(client)
    if (this.#checkedAt.get(client) === uses) return client
    try {
      const { isDirect, server } = await this.#introduce(client)
      this.#isDirect.set(client, isDirect)
      this.#serverOf.set(client, server)
      if (server !== this.#server) await this.#serverCheck?.check(client)
      this.#server = server
      this.#checkedAt.set(client, uses)
      return client
    } catch (cause) {
      const isUsed = !isUnused(client)
      this.release(client, true)
      // Nothing was sent over it yet, so another connection is tried.
      if (isUsed && isUnsafe(cause)) return this.connect(isFirst)
      if (isFirst && isDead(cause)) return this.connect(false)
      throw cause
    }
  }

  /** Returns a connection to the pool, or closes it if it is broken. */
  release(client: PoolClient, isBroken: boolean): void {
    const takenAt = this.#takenAt.get(client) ?? 0
    if (isBroken) {
      this.#doubtedBefore = Math.max(this.#doubtedBefore, takenAt)
      this.#source.noteBroken()
    } else this.#returnedAt.set(client, performance.now())
    this.#close(client, isBroken)
  }

  /** Returns a connection that the application has written on, or closes it. */
  releaseLent(client: PoolClient, isBroken: boolean): void {
    countLoan(client)
    this.release(client, isBroken)
  }

  /**
   * Returns a connection. If a connection has broken, idle ones may lead to the same lost server.
   * They are closed, because each of them could take the whole time limit to fail. If the
   * application released a connection within a transaction, it is closed too: a commit would be a
   * part of that. So is a connection to another server than the one that was checked last.
   */
  async #sound(): Promise<PoolClient> {
    for (;;) {
      const client = await this.#connect()
      const returnedAt = this.#returnedAt.get(client) ?? Number.POSITIVE_INFINITY
      const isOfServer = (this.#serverOf.get(client) ?? this.#server) === this.#server
      const isSound = returnedAt >= this.#doubtedBefore && isOfServer
      if (isSound && !isInTransaction(client)) return client
      this.#close(client, true)
    }
  }

  #close(client: PoolClient, isBroken: boolean): void {
    client.off("error", ignored)
    client.release(isBroken)
    // Otherwise it would wait forever for the answers to all that was sent.
    if (isBroken) client.connection?.stream.destroy()
  }

  /**
   * Returns a statement for the beginning of each transaction on a connection that a pooler lends.
   * It makes the transaction durable and sets the server's timeouts, until the transaction ends.
   * Others use the connection in between, so no setting may stay. It fails on a standby and on
   * another server than the one that was checked, because the pooler may lend another server's
   * process each time. Null if the connection is direct.
   */
  opening(client: PoolClient): Statement | null {
    if (this.isDirect(client)) return null
    const server = this.#serverOf.get(client) ?? ""
    if (!this.#options.boundsServer) {
      return sql(`SELECT ${durably}, ${refusingOthers("$1")}`, [server])
    }
    const { text, values } = this.#bounds("true")
    return {
      text: `${text}, ${durably}, ${refusingStandby}, ${refusingOthers("$2")}`,
      values: [...values, server]
    }
  }

  async #connect(): Promise<PoolClient> {
    const connecting = this.#source.connect()
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      connecting.then((client) => client.release(), ignored)
      late.reject(new NoConnection(this.timeoutMs))
    }, this.timeoutMs)
    try {
      const client = await Promise.race([connecting, late.promise])
      countOwnUse(client)
      // A broken connection emits an error, and its statements fail as well.
      return client.on("error", ignored)
    } catch (cause) {
      throw new DriverFailed(cause)
    } finally {
      clearTimeout(timer)
    }
  }

  /**
   * Checks where a new connection leads to. The server sends each client the number of its process.
   * A pooler sends numbers of its own, because it lends other processes later. A pooler that keeps
   * named statements gives them names of its own, which the server shows. A server that becomes a
   * standby ends its connections first, so a direct connection is checked once.
   */
  async #introduce(
    client: PoolClient & { readonly processID?: number | null }
  ): Promise<{ readonly isDirect: boolean; readonly server: string }> {
    const ownName = `payloom_${randomUUID()}`
    const own = `${client.processID ?? 0}`
    const statements = [
      { ...sql(introduction, [ownName, own, introduction]), ownName },
      ...(this.#options.boundsServer ? [onlyAt(own, this.#ownSettings())] : [])
    ]
    const { answers, failure } = await sendBatch(client, statements, this.timeoutMs)
    if (failure !== null) throw failure.cause
    const line = answers[0]?.[0]
    // It may have rows that are older than the primary's.
    if (text(line, 2) === "t") throw new DriverFailed(new Standby())
    const isDirect = text(line, 0) === "t"
    const unsafety = unsafetyOf(line, 4, isDirect && this.#options.boundsServer)
    if (unsafety !== null) throw new DriverFailed(unsafety)
    const keepsNames = isDirect || text(line, 1) === "t"
    if (!(this.#options.namedStatements ?? keepsNames)) sendWithoutNames(client)
    return { isDirect, server: text(line, 3) }
  }

  /** Sets what stays set on a connection that nobody else uses. */
  #ownSettings(): Statement {
    const { text, values } = this.#bounds("false")
    return {
      text: `${text}, set_config('default_transaction_isolation', 'read committed', false)`,
      values
    }
  }

  /** Sets the time limits of a statement and of an idle transaction. */
  #bounds(isLocal: "true" | "false"): Statement {
    const { timeoutMs } = this
    return sql(
      `SELECT set_config('statement_timeout', $1, ${isLocal}),
         set_config('idle_in_transaction_session_timeout', $1, ${isLocal})`,
      [`${timeoutMs}`]
    )
  }
}

const leadsToProcess = "pg_backend_pid() = $2::int"

/** The start of the server and the number of the database, which differ if it was created again. */
const identity = `extract(epoch FROM pg_postmaster_start_time())::text || ' ' ||
  (SELECT oid FROM pg_database WHERE datname = current_database())::text`

const introduction = `SELECT ${leadsToProcess}, bool_and(name <> $1), pg_is_in_recovery(),
  ${identity},
  ${settingColumns(leadsToProcess)}
  FROM pg_prepared_statements WHERE statement = $3`

/** A standby refuses this function with the SQLSTATE 55000. */
const refusingStandby = "CASE WHEN pg_is_in_recovery() THEN pg_current_wal_lsn() END"

/** Fails on another server than the one with this identity, by a division by zero. */
const refusingOthers = (server: string): string => `1 / (${identity} = ${server})::int`

/** Returns a statement that has an effect only in that process of the server. */
const onlyAt = (process: string, { text, values }: Statement): Statement => ({
  text: `${text} WHERE pg_backend_pid() = $${values.length + 1}::int`,
  values: [...values, process],
  ownName: ""
})
