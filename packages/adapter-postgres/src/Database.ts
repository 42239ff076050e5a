import type { PoolClient } from "pg"
import type { Ended } from "./Batch.ts"
import type { Connections } from "./Connections.ts"
import { DriverFailed } from "./DriverFailed.ts"
import { type Line, type Statement, sql } from "./Statement.ts"
import { answersTo, secured } from "./security.ts"
import { isDead, sendBatch } from "./sendBatch.ts"

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
  readonly returnMoney: (isOver: boolean) => void
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

/** Whether the server did not answer: whatever comes after, the connection is of no use. */
const isLost = (cause: unknown): boolean => cause instanceof DriverFailed && cause.isLost

/** Ends a transaction that something went wrong in; with its connection it ends by itself. */
export const rolledBack = async ({ rows }: Session, cause: unknown): Promise<void> => {
  if (!isLost(cause)) await rows(rollback)
}

const rollback = sql("ROLLBACK")
const commit = sql("COMMIT")

/** The connections to one database. Whatever fails here is a `DriverFailed`. */
export class Database {
  readonly #connections: Connections
  #isSecured = false
  #asked: Array<Asked> = []

  constructor(connections: Connections) {
    this.#connections = connections
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
    const client = await this.#connections.connect()
    const returnMoney = (isOver: boolean): void => this.#connections.release(client, !isOver)
    const rows: Session["rows"] = (...statements) => this.#ask(client, statements)
    await rows(sql("BEGIN")).catch((cause: unknown) => {
      returnMoney(false)
      throw cause
    })
    return {
      client,
      rows,
      answered: async () => {
        await this.#carryOut(client, [], 0)
      },
      finish: (statements) => this.#carryOut(client, [...statements, commit], statements.length),
      returnMoney
    }
  }

  /** How many connections there may be. */
  get maxConnections(): number {
    return this.#connections.max
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
    const client = await this.#connections.connect()
    let isBroken = true
    try {
      const done = await work(client)
      isBroken = false
      return done
    } catch (cause) {
      isBroken = isLost(cause)
      throw cause
    } finally {
      this.#connections.release(client, isBroken)
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
    const all = this.#isSecured ? secured(statements) : statements
    const { answers, failure } = await this.#sendBounded(client, all)
    return { answers: this.#isSecured ? answersTo(statements, answers) : answers, failure }
  }

  /** Each transaction on a connection that a pooler lends begins with how long it may take. */
  async #sendBounded(client: PoolClient, statements: ReadonlyArray<Statement>): Promise<Ended> {
    const { timeoutMs } = this.#connections
    const isWithin = ["T", "E"].includes(client.getTransactionStatus() ?? "")
    const bounds = isWithin ? null : this.#connections.bounds(client)
    if (bounds === null) return sendBatch(client, statements, timeoutMs)
    const at = statements[0]?.text.startsWith("BEGIN") ? 1 : 0
    const ended = await sendBatch(client, statements.toSpliced(at, 0, bounds), timeoutMs)
    return { ...ended, answers: ended.answers.toSpliced(at, 1) }
  }
}
