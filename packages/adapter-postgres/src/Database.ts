import { createHash } from "node:crypto"
import type { Pool, PoolClient, QueryArrayConfig } from "pg"
import { DriverFailed } from "./DriverFailed.ts"
import { type Line, type Statement, sql } from "./Statement.ts"

/** One connection, for as long as it is used. */
export interface Session {
  /** The rows that a statement answers. */
  readonly rows: (statement: Statement) => Promise<ReadonlyArray<Line>>
}

/** Which of the statements of a transaction failed, from 0, and with what. */
export interface Refused {
  readonly at: number
  readonly cause: unknown
}

/** A statement that waits for the end of its turn. */
interface Asked {
  readonly statement: Statement
  readonly resolve: (lines: ReadonlyArray<Line>) => void
  readonly reject: (cause: unknown) => void
}

/** Took longer than a question may. */
class TooLate extends Error {
  constructor(limitMs: number) {
    super(`the database did not answer within ${limitMs} ms`)
  }
}

/** Whether a connection was lost, rather than waited for in vain. */
const isDead = (cause: unknown): boolean =>
  cause instanceof DriverFailed && cause.isLost && !(cause.cause instanceof TooLate)

/** Whether the server did not answer: whatever comes after, the connection is of no use. */
const isLost = (cause: unknown): boolean => cause instanceof DriverFailed && cause.isLost

/** Columns come as PostgreSQL writes them: what parsers the application has set doesn't matter. */
const asText = { getTypeParser: () => (value: unknown) => value }

const ignored = () => undefined

const begin = sql("BEGIN")
const commit = sql("COMMIT")

/** A pool of connections to one database. Whatever fails here is a `DriverFailed`. */
export class Database {
  readonly #pool: Pool
  readonly #timeoutMs: number
  readonly #names = new Map<string, string>()
  #asked: Array<Asked> = []

  /** With how long each question may take, in milliseconds. */
  constructor(pool: Pool, timeoutMs: number) {
    this.#pool = pool
    this.#timeoutMs = timeoutMs
  }

  /**
   * The rows that a statement answers, which reads and takes next to no time: those that are asked
   * in the same turn share a connection and a round trip, each in a transaction of its own.
   */
  rows(statement: Statement): Promise<ReadonlyArray<Line>> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ statement, resolve, reject })
      // Once all has run that can in this turn, and may have more to ask.
      if (this.#asked.length === 1) process.nextTick(() => this.#askTogether())
    })
  }

  #askTogether(): void {
    const asked = this.#asked
    this.#asked = []
    this.#answer(asked, true).catch((cause: unknown) => {
      for (const { reject } of asked) reject(cause)
    })
  }

  /** What was asked over a connection that is lost, as an idle one may be, is asked once more. */
  async #answer(asked: ReadonlyArray<Asked>, isFirst: boolean): Promise<void> {
    const unanswered: Array<Asked> = []
    const lost = await this.#with(async (client) => {
      const ends = await Promise.allSettled(
        asked.map(({ statement }) => this.#ask(client, statement))
      )
      for (const [at, one] of asked.entries()) {
        const end = ends[at]
        if (end?.status === "fulfilled") one.resolve(end.value)
        else if (isFirst && isDead(end?.reason)) unanswered.push(one)
        else one.reject(end?.reason)
      }
      const cause = ends.find((end) => end.status === "rejected" && isLost(end.reason))
      // So that the connection is given up.
      if (cause?.status === "rejected") throw cause.reason
    }).catch((cause: unknown) => ({ cause }))
    if (unanswered.length > 0) return this.#answer(unanswered, false)
    // Then there was no connection at all, and none of them was asked.
    if (lost !== undefined) throw lost.cause
  }

  /**
   * Carries out all statements in one transaction, or none: sent together, in one round trip.
   * Answers null once they are durable, or what was refused. Throws where the server did not say.
   */
  transaction(statements: ReadonlyArray<Statement>): Promise<Refused | null> {
    return this.#with(async (client) => {
      const all = [begin, ...statements, commit]
      const ends = await Promise.allSettled(all.map((each) => this.#ask(client, each)))
      const at = ends.findIndex(({ status }) => status === "rejected")
      const first = ends[at]
      if (first?.status !== "rejected") return null
      const { reason: cause } = first
      // Without an answer, what came of it can't be known.
      if (isLost(cause) || at === all.length - 1) throw cause
      return { at: at - 1, cause }
    })
  }

  /** Has a connection do several things, one after another. */
  use<A>(work: (session: Session) => Promise<A>): Promise<A> {
    return this.#with((client) => work({ rows: (statement) => this.#ask(client, statement) }))
  }

  /** The same in a transaction, which is rolled back where the work throws. */
  inTransaction<A>(work: (session: Session) => Promise<A>, mode = ""): Promise<A> {
    return this.use(async (session) => {
      await session.rows(sql(`BEGIN ${mode}`.trim()))
      try {
        const done = await work(session)
        await session.rows(commit)
        return done
      } catch (cause) {
        await session.rows(sql("ROLLBACK"))
        throw cause
      }
    })
  }

  async #with<A>(work: (client: PoolClient) => Promise<A>): Promise<A> {
    const client = await this.#pool.connect().catch((cause: unknown) => {
      throw new DriverFailed(cause)
    })
    // One that breaks says so apart from its statements, which fail as well.
    client.on("error", ignored)
    let isBroken = true
    try {
      const done = await work(client)
      isBroken = false
      return done
    } catch (cause) {
      isBroken = isLost(cause)
      throw cause
    } finally {
      client.off("error", ignored)
      client.release(isBroken)
    }
  }

  async #ask(client: PoolClient, { text, values }: Statement): Promise<ReadonlyArray<Line>> {
    const query: QueryArrayConfig = {
      text,
      values: [...values],
      rowMode: "array",
      types: asText,
      ...(values.length === 0 ? {} : { name: this.#nameOf(text) })
    }
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new TooLate(this.#timeoutMs)), this.#timeoutMs)
    try {
      const { rows } = await Promise.race([client.query<Array<string | null>>(query), late.promise])
      return rows
    } catch (cause) {
      throw new DriverFailed(cause)
    } finally {
      clearTimeout(timer)
    }
  }

  /** The same for the same text, in every process: a pooler may let several share a connection. */
  #nameOf(text: string): string {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    const name = `payloom_${createHash("sha256").update(text).digest("hex").slice(0, 40)}`
    this.#names.set(text, name)
    return name
  }
}
