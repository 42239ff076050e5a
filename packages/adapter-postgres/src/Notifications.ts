import { randomUUID } from "node:crypto"
import { setTimeout as after } from "node:timers/promises"
import type { ChangeNotifications } from "@payloom/core"
import type { Notification, PoolClient } from "pg"
import type { Connections } from "./Connections.ts"
import type { Database } from "./Database.ts"
import { sql } from "./Statement.ts"
import { sendBatch } from "./sendBatch.ts"

/**
 * The server runs commits with notifications one after another. So they are sent rarely, apart from
 * commits.
 */
const tellEveryMs = 50

/** How often the listening connection is checked, because nothing is sent on it otherwise. */
const checkEveryMs = 30_000

/**
 * How often is checked that the application does not end its pool, which waits for this connection,
 * and that the schema has not moved.
 */
const checkPoolEveryMs = 500

const firstRetryMs = 500
const longestRetryMs = 30_000

/**
 * Wakes workers of other processes with `NOTIFY`. One connection of the pool listens. The
 * notification is sent after a commit, not in it, at most every 50 ms. If it is lost, workers find
 * the jobs by polling, a little later. Behind a pooler nobody listens unless `listen` is true,
 * because the pooler would give the listening connection to its next client.
 */
export class Notifications implements ChangeNotifications {
  readonly #connections: Connections
  readonly #database: Database
  readonly #listensAnywhere: boolean
  readonly #channel: string
  readonly #own = randomUUID()
  readonly #untold = new Set<string>()
  #isWaiting = false

  constructor(
    connections: Connections,
    database: Database,
    { schema, listensAnywhere }: { readonly schema: string; readonly listensAnywhere: boolean }
  ) {
    this.#connections = connections
    this.#database = database
    this.#listensAnywhere = listensAnywhere
    this.#channel = `payloom_${schema}`
  }

  readonly tell = (kinds: ReadonlyArray<string>): void => {
    for (const kind of kinds) this.#untold.add(kind)
    if (!this.#isWaiting) this.#tellAll()
  }

  readonly hear = (wake: (kind: string) => void): (() => void) => {
    // The pool's only connection is needed for everything else.
    if (this.#connections.max < 2) return () => undefined
    const stopping = new AbortController()
    void this.#listen(wake, stopping.signal)
    return () => stopping.abort()
  }

  #tellAll(): void {
    if (this.#untold.size === 0) return
    const payload = JSON.stringify({ from: this.#own, kinds: [...this.#untold] })
    this.#untold.clear()
    this.#isWaiting = true
    setTimeout(() => {
      this.#isWaiting = false
      this.#tellAll()
    }, tellEveryMs).unref()
    this.#database.rows(sql("SELECT pg_notify($1, $2)", [this.#channel, payload])).catch(ignored)
  }

  /** Listens until it is stopped. A broken connection is replaced after a wait. */
  async #listen(wake: (kind: string) => void, stopping: AbortSignal): Promise<void> {
    for (
      let waitMs = firstRetryMs;
      !stopping.aborted;
      waitMs = Math.min(waitMs * 2, longestRetryMs)
    ) {
      const client = await this.#listenable()
      if (client !== null && (await this.#hearOn(client, wake, stopping))) waitMs = firstRetryMs
      await after(waitMs * (0.5 + Math.random() / 2), undefined, {
        signal: stopping,
        ref: false
      }).catch(ignored)
    }
  }

  /** Returns a connection that can listen. Null if there is none now. */
  async #listenable(): Promise<PoolClient | null> {
    const client = await this.#connections.connect().catch(() => null)
    if (client === null || this.#listensAnywhere || this.#connections.isDirect(client))
      return client
    this.#connections.release(client, false)
    return null
  }

  /**
   * Waits until the connection breaks or listening is stopped. Returns true if it ever listened.
   */
  async #hearOn(
    client: PoolClient,
    wake: (kind: string) => void,
    stopping: AbortSignal
  ): Promise<boolean> {
    const over = Promise.withResolvers<void>()
    const stop = () => over.resolve()
    client.on("error", stop).on("end", stop)
    client.on("notification", (notification) => {
      for (const kind of this.#toldBy(notification)) wake(kind)
    })
    stopping.addEventListener("abort", stop)
    if (stopping.aborted) stop()
    const listening = client.query(`LISTEN "${this.#channel}"`).then(
      () => true,
      () => {
        stop()
        return false
      }
    )
    const checking = setInterval(() => this.#check(client).then(ignored, stop), checkEveryMs)
    const checkingPool = setInterval(() => {
      if (this.#connections.isEnding || !this.#connections.isCurrent(client)) stop()
    }, checkPoolEveryMs)
    for (const timer of [checking, checkingPool]) timer.unref()
    await over.promise
    for (const timer of [checking, checkingPool]) clearInterval(timer)
    stopping.removeEventListener("abort", stop)
    // The next user of this connection must not get notifications.
    this.#connections.release(client, true)
    return Promise.race([listening, false])
  }

  /** Fails if the connection's server does not answer within the time limit. */
  async #check(client: PoolClient): Promise<void> {
    const { failure } = await sendBatch(client, [sql("SELECT 1")], this.#connections.timeoutMs)
    if (failure !== null) throw failure.cause
  }

  /**
   * Returns the kinds that another process sent. Empty for this process's own or a foreign payload.
   */
  #toldBy({ channel, payload = "" }: Notification): ReadonlyArray<string> {
    if (channel !== this.#channel) return []
    try {
      const { from, kinds } = JSON.parse(payload)
      const isOther = from !== this.#own && Array.isArray(kinds)
      return isOther ? kinds.filter((kind): kind is string => typeof kind === "string") : []
    } catch {
      return []
    }
  }
}

const ignored = () => undefined
