import type { CommitConflict, StorageUnavailable } from "@payloom/core"
import { Effect } from "effect"
import type { Connection } from "./Connection.ts"
import { diskFailureOf, failureOf } from "./failureOf.ts"
import type { Write } from "./TableWriter.ts"

/** The outcome of one commit. */
export type Outcome = Effect.Effect<void, CommitConflict | StorageUnavailable>

/**
 * No more commits are added to a transaction after so many milliseconds, because it holds the event
 * loop and the write lock.
 */
const writingMs = 8

/** A transaction of several commits, on the connection of a group commit. */
export class GroupTransaction {
  readonly #connection: Connection
  readonly #begin: () => void
  readonly #commit: () => void
  readonly #savepoint: () => void
  readonly #release: () => void
  readonly #rollBackToSavepoint: () => void
  #isDiskFaulty = false

  constructor(connection: Connection) {
    const prepare = (sql: string) => {
      const statement = connection.write(sql)
      return () => {
        statement.run([])
      }
    }
    this.#connection = connection
    this.#begin = prepare("BEGIN IMMEDIATE")
    const commit = prepare("COMMIT")
    this.#commit = () => {
      commit()
      this.#isDiskFaulty = false
    }
    this.#savepoint = prepare("SAVEPOINT one")
    this.#release = prepare("RELEASE one")
    this.#rollBackToSavepoint = prepare("ROLLBACK TO one")
  }

  /** True if the last commit failed because of the disk. */
  get isDiskFaulty(): boolean {
    return this.#isDiskFaulty
  }

  /** Notes the cause of a failed commit. */
  note(cause: unknown): void {
    if (diskFailureOf(cause) !== null) this.#isDiskFaulty = true
  }

  /** Runs work in a transaction of its own. */
  alone<A>(work: () => A): A {
    try {
      const made = this.#connection.transaction(work)
      this.#isDiskFaulty = false
      return made
    } catch (cause) {
      this.note(cause)
      throw cause
    }
  }

  /**
   * Runs the first commits of a group: together, or each in a savepoint of its own if one of them
   * conflicts or fails. Returns their outcomes. Throws if none of them is valid.
   */
  run(group: ReadonlyArray<ReadonlyArray<Write>>): ReadonlyArray<Outcome> {
    return this.#together(group) ?? this.#apart(group)
  }

  /**
   * Runs commits together, the first ones if all take too long. Returns their outcomes, or null,
   * with nothing written, if one of them conflicts or fails.
   */
  #together(group: ReadonlyArray<ReadonlyArray<Write>>): ReadonlyArray<Outcome> | null {
    const outcomes: Array<Outcome> = []
    const isOver = after(writingMs)
    this.#begin()
    try {
      for (const writes of group) {
        if (firstConflict(writes) !== null) {
          this.rollBack()
          return null
        }
        outcomes.push(Effect.void)
        if (isOver()) break
      }
    } catch {
      this.rollBack()
      return null
    }
    this.#commit()
    return outcomes
  }

  /**
   * Runs each commit in a savepoint of its own, so that it fails alone. Runs the first ones if all
   * take too long.
   */
  #apart(group: ReadonlyArray<ReadonlyArray<Write>>): ReadonlyArray<Outcome> {
    const outcomes: Array<Outcome> = []
    const isOver = after(writingMs)
    this.#begin()
    const alone = group.length === 1
    for (const writes of group) {
      outcomes.push(this.#one(writes, alone))
      if (isOver()) break
    }
    // A single commit that failed was rolled back. If the rollback failed too, the transaction
    // stays open.
    const isToCommit = !alone || outcomes[0] === Effect.void
    if (isToCommit && this.#connection.db.inTransaction) this.#commit()
    return outcomes
  }

  #one(writes: ReadonlyArray<Write>, alone: boolean): Outcome {
    if (!alone) this.#savepoint()
    let outcome: Outcome = Effect.void
    try {
      const conflict = firstConflict(writes)
      if (conflict !== null) outcome = Effect.fail(conflict)
    } catch (cause) {
      // A full disk and similar errors end the whole transaction, with the changes of all commits.
      if (!this.#connection.db.inTransaction) throw cause
      this.note(cause)
      outcome = failureOf(this.#connection, cause)
    }
    if (alone && outcome !== Effect.void) this.rollBack()
    if (!alone && outcome !== Effect.void) this.#rollBackToSavepoint()
    if (!alone) this.#release()
    return outcome
  }

  /** Rolls back, if a transaction is open. */
  rollBack(): void {
    if (!this.#connection.db.inTransaction) return
    try {
      this.#connection.db.exec("ROLLBACK")
    } catch {
      // The transaction stays open and the next BEGIN fails, so its commits get the error.
    }
  }
}

/** Returns a function that is true after so many milliseconds. */
const after = (ms: number): (() => boolean) => {
  const begun = performance.now()
  return () => performance.now() - begun >= ms
}

const firstConflict = (writes: ReadonlyArray<Write>): CommitConflict | null => {
  for (const write of writes) {
    const conflict = write()
    if (conflict !== null) return conflict
  }
  return null
}
