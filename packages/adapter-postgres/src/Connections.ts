import { randomUUID } from "node:crypto"
import type { Pool, PoolClient } from "pg"
import { sendWithoutNames } from "./Batch.ts"
import { DriverFailed } from "./DriverFailed.ts"
import { type Statement, sql, text } from "./Statement.ts"
import { isDead, sendBatch } from "./sendBatch.ts"

/** Settings of connections. */
export interface ConnectionOptions {
  /** How long to wait for a connection, and then for each answer, in milliseconds. */
  readonly timeoutMs: number
  /** True if the server is to end statements that take longer than that, too. */
  readonly boundsServer: boolean
  /** True if statements have names. Found out for each connection if absent. */
  readonly namedStatements?: boolean | undefined
}

/** All connections were in use for longer than a question may wait. */
class NoConnection extends Error {
  constructor(limitMs: number) {
    super(`no connection of the pool was free within ${limitMs} ms`)
  }
}

const ignored = () => undefined

/**
 * The connections of a pool. Each is asked once, when it is new, where it leads to: to a process of
 * the server, or to a pooler that lends such a process for each transaction.
 */
export class Connections {
  readonly timeoutMs: number
  readonly #pool: Pool
  readonly #options: ConnectionOptions
  /** True for a connection that leads to a process of the server. */
  readonly #isDirect = new WeakMap<PoolClient, boolean>()

  constructor(pool: Pool, options: ConnectionOptions) {
    this.#pool = pool
    this.#options = options
    this.timeoutMs = options.timeoutMs
  }

  /** How many connections there may be. */
  get max(): number {
    return this.#pool.options.max
  }

  /** Is true if a connection leads to one process of the server as long as it is open. */
  isDirect(client: PoolClient): boolean {
    return this.#isDirect.get(client) ?? false
  }

  /** Waits for a connection no longer than for an answer, however long the pool itself would. */
  async connect(isFirst = true): Promise<PoolClient> {
    const client = await this.#connect()
    if (this.#isDirect.has(client)) return client
    try {
      this.#isDirect.set(client, await this.#introduce(client))
      return client
    } catch (cause) {
      this.release(client, true)
      // Nothing was asked over it yet, so another one may be had.
      if (isFirst && isDead(cause)) return this.connect(false)
      throw cause
    }
  }

  /** Gives a connection back to the pool, or ends it if it is broken. */
  release(client: PoolClient, isBroken: boolean): void {
    client.off("error", ignored)
    client.release(isBroken)
    // By itself it would wait for the answers to all that was sent, for good.
    if (isBroken) client.connection?.stream.destroy()
  }

  /**
   * Has the server end by itself what takes too long, until the transaction is over: on a
   * connection that others use in between, no setting may stay. Null if nothing is to be said.
   */
  bounds(client: PoolClient): Statement | null {
    return this.#options.boundsServer && !this.isDirect(client) ? this.#bounds("true") : null
  }

  async #connect(): Promise<PoolClient> {
    const connecting = this.#pool.connect()
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      connecting.then((client) => client.release(), ignored)
      late.reject(new NoConnection(this.timeoutMs))
    }, this.timeoutMs)
    try {
      const client = await Promise.race([connecting, late.promise])
      // One that breaks says so apart from its statements, which fail as well.
      return client.on("error", ignored)
    } catch (cause) {
      throw new DriverFailed(cause)
    } finally {
      clearTimeout(timer)
    }
  }

  /**
   * Asks a new connection where it leads to. The server tells each client the number of its
   * process. A pooler tells numbers of its own, because it lends other processes later. A pooler
   * that keeps named statements has names of its own for them, which the server shows.
   */
  async #introduce(client: PoolClient & { readonly processID?: number | null }): Promise<boolean> {
    const ownName = `payloom_${randomUUID()}`
    const own = `${client.processID ?? 0}`
    const statements = [
      { ...sql(introduction, [ownName, own, introduction]), ownName },
      ...(this.#options.boundsServer ? [onlyAt(own, this.#bounds("false"))] : [])
    ]
    const { answers, failure } = await sendBatch(client, statements, this.timeoutMs)
    if (failure !== null) throw failure.cause
    const line = answers[0]?.[0]
    const isDirect = text(line, 0) === "t"
    const keepsNames = isDirect || text(line, 1) === "t"
    if (!(this.#options.namedStatements ?? keepsNames)) sendWithoutNames(client)
    return isDirect
  }

  /** How long a statement may take, and how long a transaction may be left alone. */
  #bounds(isLocal: "true" | "false"): Statement {
    const { timeoutMs } = this
    return sql(
      `SELECT set_config('statement_timeout', $1, ${isLocal}),
         set_config('idle_in_transaction_session_timeout', $1, ${isLocal})`,
      [`${timeoutMs}`]
    )
  }
}

const introduction = `SELECT pg_backend_pid() = $2::int, bool_and(name <> $1)
  FROM pg_prepared_statements WHERE statement = $3`

/** A statement that does nothing unless it is carried out by that process of the server. */
const onlyAt = (process: string, { text, values }: Statement): Statement => ({
  text: `${text} WHERE pg_backend_pid() = $${values.length + 1}::int`,
  values: [...values, process],
  ownName: ""
})
