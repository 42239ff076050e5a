import type { Change, CommitConflict, Scope, StorageUnavailable } from "@payloom/core"
import { Effect } from "effect"
import { backToSavepoint, conflictOf, isConflict, savepoint, staleOf } from "./conflicts.ts"
import { type Database, type Lent, rolledBack } from "./Database.ts"
import { DriverFailed, isCollision } from "./DriverFailed.ts"
import { asking, failureOf, isOfFullDisk } from "./failureOf.ts"
import { type Statement, sql } from "./Statement.ts"
import type { Table } from "./Table.ts"
import { scopeKnown, writeOf } from "./writes.ts"

type Outcome = Effect.Effect<void, CommitConflict | StorageUnavailable>

/** A change with its statement, and with its table, to find the cause of a conflict. */
interface Write {
  readonly change: Change
  readonly table: Table
  readonly statement: Statement
}

interface Waiter {
  readonly writes: ReadonlyArray<Write>
  readonly resume: (outcome: Outcome) => void
}

/** The result of one try to commit. With a `cause`, another try may succeed. */
type Tried = "committed" | { readonly conflict: CommitConflict } | { readonly cause: unknown }

/**
 * The number of commits in one transaction. Limited, because a transaction holds its locks to its
 * end.
 */
const largestGroup = 32

/** The number of transactions in flight at a time. Further commits wait and share the next one. */
const mostTransactions = 4

/** The number of tries of a commit after collisions with other transactions. */
const mostTries = 10

/**
 * Commits that wait together share one transaction, which is sent in one round trip. If one of them
 * conflicts or fails, each runs again by itself, statement by statement, to find the cause. A
 * conflict is reported from committed rows, so it is durable.
 */
export class Commits {
  readonly #database: Database
  readonly #schema: string
  readonly #tableOf: (change: Change) => Table
  readonly #knownScopes = new Set<string>()
  #waiting: Array<Waiter> = []
  #underWay = 0
  /** True if the last commit failed because the server's disk is full. */
  #isDiskFull = false
  #isScheduled = false

  constructor(database: Database, schema: string, tableOf: (change: Change) => Table) {
    this.#database = database
    this.#schema = schema
    this.#tableOf = tableOf
  }

  /**
   * Joins the next transaction. Rows are encoded at once. An error of the encoding fails only this
   * commit.
   */
  join(changes: ReadonlyArray<Change>): Outcome {
    return Effect.suspend(() => {
      const writes = this.#writesOf(changes)
      return writes.length === 0 ? Effect.void : this.#wait(writes)
    })
  }

  /**
   * Commits on a connection that is in a transaction, after the host's writes. Returns the
   * conflict, or null. Ends the transaction in either case.
   */
  joinOn(
    lent: Lent,
    changes: ReadonlyArray<Change>
  ): Effect.Effect<CommitConflict | null, StorageUnavailable> {
    return asking(async () => {
      const writes = this.#writesOf(changes)
      const scopes = this.#scopesOf(writes)
      const statements = [...scopes, ...writes.map(({ statement }) => statement)]
      const refused = await lent.finish(statements)
      if (refused === null) {
        this.#remember(writes)
        return null
      }
      await lent.rows(rollback)
      if (isOfFullDisk(refused.cause)) this.#isDiskFull = true
      const write = writes[refused.at - scopes.length]
      if (write === undefined || !isConflict(refused.cause)) throw refused.cause
      const { change, table } = write
      // The conflicting row may be gone by now, but the commit was refused.
      return (await conflictOf(lent, table, change)) ?? staleOf(change)
    })
  }

  /**
   * Makes a small write if the last commit failed because the server's disk is full, and fails like
   * a commit if the disk is still full. The write is a table with one page, which is rolled back: a
   * row would find space in a page that is there already.
   */
  checkWrites(): Effect.Effect<ReadonlyArray<string>, StorageUnavailable> {
    return asking(async () => {
      if (!this.#isDiskFull) return []
      await this.#database.use(async (session) => {
        await session.rows(begin)
        try {
          await session.rows(sql(`CREATE TABLE ${this.#schema}.space_check AS SELECT 1 AS n`))
          await session.rows(rollback)
        } catch (cause) {
          await rolledBack(session, cause)
          // A role that may not create tables finds out by its next commit.
          if (!(cause instanceof DriverFailed && cause.sqlState === notAllowed)) throw cause
        }
      })
      this.#isDiskFull = false
      return []
    })
  }

  #writesOf(changes: ReadonlyArray<Change>): ReadonlyArray<Write> {
    return changes.map((change): Write => {
      const table = this.#tableOf(change)
      return { change, table, statement: writeOf(table, change) }
    })
  }

  #wait(writes: ReadonlyArray<Write>): Outcome {
    return Effect.callback((resume) => {
      const waiter: Waiter = { writes, resume }
      this.#waiting.push(waiter)
      this.#schedule()
      return Effect.sync(() => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter)
      })
    })
  }

  /**
   * Commits of the same turn of the event loop share a transaction. The answers that arrive in a
   * turn wake many callers, whose next commits would otherwise be transactions of their own.
   */
  #schedule(): void {
    if (this.#isScheduled || this.#underWay >= mostTransactions) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      void this.#flush()
    })
  }

  async #flush(): Promise<void> {
    const group = this.#waiting.splice(0, largestGroup)
    if (group.length === 0) return
    if (this.#waiting.length > 0) this.#schedule()
    this.#underWay += 1
    const outcomes = await this.#carryOut(group)
    this.#underWay -= 1
    group.forEach(({ resume }, at) => {
      resume(outcomes[at] ?? Effect.void)
    })
    if (this.#waiting.length > 0) this.#schedule()
  }

  async #carryOut(group: ReadonlyArray<Waiter>): Promise<ReadonlyArray<Outcome>> {
    try {
      const refused = await this.#database.transaction(
        this.#statementsOf(group.flatMap(({ writes }) => writes))
      )
      if (refused === null) {
        for (const { writes } of group) this.#remember(writes)
        return group.map(() => Effect.void)
      }
      // Alone it would fail in the same way, and after the same time.
      if (group.length === 1 && !isConflict(refused.cause) && !isCollision(refused.cause)) {
        throw refused.cause
      }
    } catch (cause) {
      const failure = this.#failed(cause)
      return group.map(() => failure)
    }
    const outcomes: Array<Outcome> = []
    for (const { writes } of group) outcomes.push(await this.#carryOutOne(writes))
    return outcomes
  }

  async #carryOutOne(writes: ReadonlyArray<Write>): Promise<Outcome> {
    try {
      for (let tries = 1; ; tries++) {
        const tried = await this.#tryOne(writes).catch((cause: unknown) => {
          if (!isCollision(cause)) throw cause
          return { cause }
        })
        if (tried === "committed") return Effect.void
        if ("conflict" in tried) return Effect.fail(tried.conflict)
        if (tries === mostTries) throw tried.cause
      }
    } catch (cause) {
      return this.#failed(cause)
    }
  }

  #tryOne(writes: ReadonlyArray<Write>): Promise<Tried> {
    return this.#database.use(async (session) => {
      const { rows } = session
      await rows(begin)
      try {
        for (const statement of this.#scopesOf(writes)) await rows(statement)
        for (const { change, table, statement } of writes) {
          await rows(savepoint)
          const refusal = await rows(statement).then(
            () => null,
            (cause: unknown) => ({ cause })
          )
          if (refusal === null) continue
          if (!isConflict(refusal.cause)) throw refusal.cause
          await rows(backToSavepoint)
          const conflict = await conflictOf(session, table, change)
          await rows(rollback)
          return conflict === null ? refusal : { conflict }
        }
        await rows(commit)
      } catch (cause) {
        await rolledBack(session, cause)
        throw cause
      }
      this.#remember(writes)
      return "committed"
    })
  }

  #statementsOf(writes: ReadonlyArray<Write>): ReadonlyArray<Statement> {
    return [...this.#scopesOf(writes), ...writes.map(({ statement }) => statement)]
  }

  /**
   * Returns inserts for scopes that may be unknown, in an order that is the same in all processes.
   */
  #scopesOf(writes: ReadonlyArray<Write>): ReadonlyArray<Statement> {
    const unknown = new Map<string, Scope>()
    for (const { change } of writes) {
      const key = keyOf(change.scope)
      if (change._tag === "Insert" && !this.#knownScopes.has(key)) unknown.set(key, change.scope)
    }
    return [...unknown]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, scope]) => scopeKnown(this.#schema, scope))
  }

  /** Notes a failed commit, and returns its failure. */
  #failed(cause: unknown): ReturnType<typeof failureOf> {
    if (isOfFullDisk(cause)) this.#isDiskFull = true
    return failureOf(cause)
  }

  #remember(writes: ReadonlyArray<Write>): void {
    this.#isDiskFull = false
    this.#database.witnesses.remember(writes)
    for (const { change } of writes) {
      if (change._tag === "Insert") this.#knownScopes.add(keyOf(change.scope))
    }
  }
}

/** The SQLSTATE of a statement that the role may not run. */
const notAllowed = "42501"

const begin = sql("BEGIN")
const commit = sql("COMMIT")
const rollback = sql("ROLLBACK")

const keyOf = ({ tenant, mode }: Scope): string => `${tenant}/${mode}`
