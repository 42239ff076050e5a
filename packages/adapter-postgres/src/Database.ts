import type { Pool, PoolClient } from "pg"
import { Batch, type Ended } from "./Batch.ts"
import { confirmed } from "./confirmed.ts"
import { DriverFailed } from "./DriverFailed.ts"
import { type Line, type Statement, sql } from "./Statement.ts"
import { answersTo, secured } from "./security.ts"

/** One connection, for as long as it is used. */
export interface Session {
  /**
   * The rows that a statement answers; of several, in one round trip and one transaction, those of
   * the last.
   */
  readonly rows: (...statements: ReadonlyArray<Statement>) => Promise<ReadonlyArray<Line>>
}

/** A connection in a transaction that others write in too. */
export interface Lent extends Session {
  readonly client: PoolClient
  /** Resolves once the server has answered all that was sent before. */
  readonly answered: () => Promise<void>
  /** Carries out statements and commits, in one round trip; answers what was refused, or null. */
  readonly finish: (statements: ReadonlyArray<Statement>) => Promise<Refused | null>
  /** Ends it: the connection is used again only where its transaction is over. */
  readonly giveBack: (isOver: boolean) => void
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

/** All connections were in use for longer than a question may wait. */
class NoConnection extends Error {
  constructor(limitMs: number) {
    super(`no connection of the pool was free within ${limitMs} ms`)
  }
}

/** Whether a connection was lost, rather than waited for in vain. */
const isDead = (cause: unknown): boolean =>
  cause instanceof DriverFailed && cause.isLost && !(cause.cause instanceof TooLate)

/** Whether the server did not answer: whatever comes after, the connection is of no use. */
const isLost = (cause: unknown): boolean => cause instanceof DriverFailed && cause.isLost

/** Ends a transaction that something went wrong in; with its connection it ends by itself. */
export const rolledBack = async ({ rows }: Session, cause: unknown): Promise<void> => {
  if (!isLost(cause)) await rows(rollback)
}

const ignored = () => undefined

const release = (client: PoolClient, isBroken: boolean): void => {
  client.off("error", ignored)
  client.release(isBroken)
  // By itself it would wait for the answers to all that was sent, for good.
  if (isBroken) client.connection?.stream.destroy()
}

const rollback = sql("ROLLBACK")
const commit = sql("COMMIT")

/** A pool of connections to one database. Whatever fails here is a `DriverFailed`. */
export class Database {
  readonly #pool: Pool
  readonly #timeoutMs: number
  #isSecured = false
  #asked: Array<Asked> = []

  /** With how long each question may take, in milliseconds. */
  constructor(pool: Pool, timeoutMs: number) {
    this.#pool = pool
    this.#timeoutMs = timeoutMs
  }

  /** From now on each statement says whose rows it may see. */
  secure(): void {
    this.#isSecured = true
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

  /**
   * One that fails keeps those behind it from being asked, and what was asked over a connection
   * that is lost, as an idle one may be, got no answer: they are asked once more, each by itself.
   */
  async #answer(asked: ReadonlyArray<Asked>, isFirst: boolean): Promise<void> {
    const unanswered: Array<Asked> = []
    const lost = await this.#with(async (client) => {
      const statements = asked.map(({ statement }) => statement)
      const { answers, failure } = await this.#send(client, statements)
      for (const [at, lines] of answers.entries()) asked[at]?.resolve(lines)
      if (failure === null) return
      const { cause } = failure
      const [failed, ...behind] = asked.slice(answers.length)
      if (isFirst && isDead(cause) && failed !== undefined) unanswered.push(failed)
      else failed?.reject(cause)
      unanswered.push(...behind)
      // So that the connection is given up.
      if (isLost(cause)) throw cause
    }).catch((cause: unknown) => ({ cause }))
    for (const one of unanswered) {
      await this.#answer([one], false).catch((cause: unknown) => one.reject(cause))
    }
    // Then there was no connection at all, and none of them was asked.
    if (lost !== undefined) throw lost.cause
  }

  /**
   * Carries out all statements in one transaction, or none: sent together, in one round trip.
   * Answers null once they are durable, or what was refused. Throws where the server did not say.
   */
  transaction(statements: ReadonlyArray<Statement>): Promise<Refused | null> {
    return this.#with((client) => this.#carryOut(client, statements, statements.length))
  }

  /** Begins a transaction on a connection that others write on too, until it is given back. */
  async lend(): Promise<Lent> {
    const client = await this.#connect()
    const giveBack = (isOver: boolean): void => release(client, !isOver)
    const rows: Session["rows"] = (...statements) => this.#ask(client, statements)
    await rows(sql("BEGIN")).catch((cause: unknown) => {
      giveBack(false)
      throw cause
    })
    return {
      client,
      rows,
      answered: async () => {
        await this.#carryOut(client, [], 0)
      },
      finish: (statements) => this.#carryOut(client, [...statements, commit], statements.length),
      giveBack
    }
  }

  /** How many connections there may be. */
  get maxConnections(): number {
    return this.#pool.options.max
  }

  /** Answers which of the first so many statements was refused, if one was. */
  async #carryOut(
    client: PoolClient,
    statements: ReadonlyArray<Statement>,
    refusable: number
  ): Promise<Refused | null> {
    const { answers, failure } = await this.#send(client, statements)
    if (failure === null) return null
    const { cause } = failure
    // Without an answer, what came of it can't be known.
    if (isLost(cause) || answers.length >= refusable) throw cause
    return { at: answers.length, cause }
  }

  /** Has a connection do several things, one after another. */
  use<A>(work: (session: Session) => Promise<A>): Promise<A> {
    return this.#with((client) => work({ rows: (...statements) => this.#ask(client, statements) }))
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
        await rolledBack(session, cause)
        throw cause
      }
    })
  }

  async #with<A>(work: (client: PoolClient) => Promise<A>): Promise<A> {
    const client = await this.#connect()
    let isBroken = true
    try {
      const done = await work(client)
      isBroken = false
      return done
    } catch (cause) {
      isBroken = isLost(cause)
      throw cause
    } finally {
      release(client, isBroken)
    }
  }

  /** Waits for a connection no longer than for an answer, however long the pool itself would. */
  async #connect(): Promise<PoolClient> {
    const connecting = this.#pool.connect()
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      connecting.then((client) => client.release(), ignored)
      late.reject(new NoConnection(this.#timeoutMs))
    }, this.#timeoutMs)
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

  async #ask(
    client: PoolClient,
    statements: ReadonlyArray<Statement>
  ): Promise<ReadonlyArray<Line>> {
    const { answers, failure } = await this.#send(client, statements)
    if (failure !== null) throw failure.cause
    return answers.at(-1) ?? []
  }

  async #send(client: PoolClient, statements: ReadonlyArray<Statement>): Promise<Ended> {
    const batch = new Batch(this.#isSecured ? secured(statements) : statements)
    const late = Promise.withResolvers<Ended>()
    const timer = setTimeout(() => {
      late.resolve({ answers: [], failure: { cause: new TooLate(this.#timeoutMs) } })
    }, this.#timeoutMs)
    const { answers, failure } = await confirmed(client, () => {
      client.query(batch)
      return Promise.race([batch.ended, late.promise])
    })
    clearTimeout(timer)
    return {
      answers: this.#isSecured ? answersTo(statements, answers) : answers,
      failure: failure === null ? null : { cause: new DriverFailed(failure.cause) }
    }
  }
}
