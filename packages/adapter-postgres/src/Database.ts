import type { PoolClient } from "pg"
import type { Ended } from "./Batch.ts"
import { type Connections, isInTransaction } from "./Connections.ts"
import { DriverFailed, isElsewhere, LeftWithinTransaction } from "./DriverFailed.ts"
import { type Line, type Statement, sql } from "./Statement.ts"
import { answersTo, secured } from "./security.ts"
import { isDead, sendBatch, withoutOpening } from "./sendBatch.ts"
import { durably } from "./UnsafeSession.ts"
import { Witnesses } from "./Witnesses.ts"

/** One connection, for as long as it is used. */
export interface Session {
  /**
   * Returns the rows of the last statement. Several statements are sent in one round trip and run
   * in one transaction.
   */
  readonly rows: (...statements: ReadonlyArray<Statement>) => Promise<ReadonlyArray<Line>>
}

/** A connection in a transaction that the host writes in too. */
export interface Lent extends Session {
  readonly client: PoolClient
  /** Resolves when the server has answered all earlier statements. */
  readonly answered: () => Promise<void>
  /**
   * Runs statements and commits, in one round trip. Returns the statement that was refused, or
   * null.
   */
  readonly finish: (statements: ReadonlyArray<Statement>) => Promise<Refused | null>
  /** Returns the connection to the pool. It is used again only if its transaction is over. */
  readonly release: (isOver: boolean) => void
}

/** The statement of a transaction that failed, from 0, and its error. */
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

/** Returns true if the server did not answer, so that the connection can't be used any more. */
const isLost = (cause: unknown): boolean => cause instanceof DriverFailed && cause.isLost

/** Rolls back a failed transaction. If its connection is lost, the server does that by itself. */
export const rolledBack = async ({ rows }: Session, cause: unknown): Promise<void> => {
  if (!isLost(cause)) await rows(rollback)
}

/** The time limit of statements that read a whole table. */
const longestMs = 3_600_000

/** The number of nodes that are tried, because a schema may move several times. */
const mostNodes = 5

const begin = sql("BEGIN")
const rollback = sql("ROLLBACK")
const commit = sql("COMMIT")
const durable = sql(`SELECT ${durably}`)

/** The connections to one database. Its errors are `DriverFailed`. */
export class Database {
  readonly #connections: Connections
  readonly #beginsTransactions: boolean
  /** The rows that this process appended, by which a server that lost commits is noticed. */
  readonly witnesses = new Witnesses()
  #isSecured = false
  #asked: Array<Asked> = []

  constructor(connections: Connections, beginsTransactions = false) {
    this.#connections = connections
    this.#beginsTransactions = beginsTransactions
    connections.checkServersBy({
      assertUsable: () => this.witnesses.assertNotRewound(),
      check: (client) => this.witnesses.check((statements) => this.#askAll(client, statements))
    })
  }

  /** From now on, each statement sets which rows it may see. */
  secure(): void {
    this.#isSecured = true
  }

  /**
   * Returns the rows of a short read. Reads of the same turn share a connection and a round trip.
   * Each has a transaction of its own.
   */
  rows(statement: Statement): Promise<ReadonlyArray<Line>> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ statement, resolve, reject })
      // After all code of this turn has run, because it may read more.
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
   * A failed read stops the reads behind it. Reads over a lost connection, as an idle one may be,
   * got no answer. Both are sent again, each by itself.
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
      // Marks the connection as lost.
      if (isLost(cause)) throw cause
    }).catch((cause: unknown) => ({ cause }))
    for (const one of unanswered) {
      await this.#answer([one], false).catch((cause: unknown) => one.reject(cause))
    }
    // There was no connection at all, and nothing was sent.
    if (lost !== undefined) throw lost.cause
  }

  /**
   * Runs all statements in one transaction and one round trip. Returns null when they are durable,
   * or the statement that was refused. Throws if the server did not answer.
   */
  transaction(statements: ReadonlyArray<Statement>): Promise<Refused | null> {
    return this.#with(async (client) => {
      if (this.#beginsTransactions) return this.#carryOutBegun(client, statements)
      const refused = await this.#carryOut(client, statements, statements.length)
      if (isInTransaction(client)) throw new DriverFailed(new LeftWithinTransaction())
      return refused
    })
  }

  /** Begins a transaction on a connection that the host writes on too, until it is released. */
  async lend(): Promise<Lent> {
    const client = await this.#connections.connect()
    const release = (isOver: boolean): void => this.#connections.releaseLent(client, !isOver)
    const rows: Session["rows"] = (...statements) => this.#ask(client, statements)
    await rows(sql("BEGIN")).catch((cause: unknown) => {
      release(false)
      throw cause
    })
    return {
      client,
      rows,
      answered: async () => {
        await this.#carryOut(client, [], 0)
      },
      // The application may have turned `synchronous_commit` off.
      finish: async (statements) => {
        const all = [durable, ...statements, commit]
        const refused = await this.#carryOut(client, all, statements.length + 1)
        return refused === null ? null : { ...refused, at: refused.at - 1 }
      },
      release
    }
  }

  /** The largest number of connections. */
  get maxConnections(): number {
    return this.#connections.max
  }

  /** Returns the refused statement, if it is among the first `refusable` ones. */
  async #carryOut(
    client: PoolClient,
    statements: ReadonlyArray<Statement>,
    refusable: number
  ): Promise<Refused | null> {
    const { answers, failure } = await this.#send(client, statements)
    if (failure === null) return null
    const { cause } = failure
    // Without an answer, the result is unknown.
    if (isLost(cause) || answers.length >= refusable) throw cause
    return { at: answers.length, cause }
  }

  /**
   * Citus sends statements to the node that has their rows. Without a BEGIN, each of them would be
   * a transaction of its own there.
   */
  async #carryOutBegun(
    client: PoolClient,
    statements: ReadonlyArray<Statement>
  ): Promise<Refused | null> {
    const refused = await this.#carryOut(
      client,
      [begin, ...statements, commit],
      statements.length + 1
    )
    if (refused === null) return null
    await this.#ask(client, [rollback])
    return { ...refused, at: refused.at - 1 }
  }

  /** Runs several statements on one connection, one after another. */
  use<A>(work: (session: Session) => Promise<A>): Promise<A> {
    return this.#with((client) => work({ rows: (...statements) => this.#ask(client, statements) }))
  }

  /** Runs statements in a transaction that may take up to an hour. */
  takeTime(statements: ReadonlyArray<Statement>): Promise<void> {
    const unlimited = sql("SELECT set_config('statement_timeout', '0', true)")
    return this.#with(async (client) => {
      const { failure } = await sendBatch(client, [unlimited, ...statements], longestMs)
      if (failure !== null) throw failure.cause
    })
  }

  /**
   * Runs several statements on one connection, in a transaction. It is rolled back if the work
   * throws.
   */
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

  /** Does work on a connection. If it leads elsewhere now, the work is done again there. */
  async #with<A>(work: (client: PoolClient) => Promise<A>): Promise<A> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#once(work)
      } catch (cause) {
        if (!isElsewhere(cause) || tries === mostNodes) throw cause
      }
    }
  }

  async #once<A>(work: (client: PoolClient) => Promise<A>): Promise<A> {
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
    return (await this.#askAll(client, statements)).at(-1) ?? []
  }

  async #askAll(
    client: PoolClient,
    statements: ReadonlyArray<Statement>
  ): Promise<ReadonlyArray<ReadonlyArray<Line>>> {
    const { answers, failure } = await this.#send(client, statements)
    if (failure !== null) throw failure.cause
    return answers
  }

  async #send(client: PoolClient, statements: ReadonlyArray<Statement>): Promise<Ended> {
    const all = this.#isSecured ? secured(statements) : statements
    const { answers, failure } = await this.#sendOpened(client, all)
    return { answers: this.#isSecured ? answersTo(statements, answers) : answers, failure }
  }

  /** On a connection that a pooler lends, each transaction begins with its own settings. */
  async #sendOpened(client: PoolClient, statements: ReadonlyArray<Statement>): Promise<Ended> {
    const { timeoutMs } = this.#connections
    const opening = isInTransaction(client) ? null : this.#connections.opening(client)
    if (opening === null) return sendBatch(client, statements, timeoutMs)
    const at = statements[0]?.text.startsWith("BEGIN") ? 1 : 0
    const ended = await sendBatch(client, statements.toSpliced(at, 0, opening), timeoutMs)
    return withoutOpening(ended, at)
  }
}
