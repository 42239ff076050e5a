import type { CommitConflict, StorageUnavailable } from "@payloom/core"
import { Effect } from "effect"
import type { Connection } from "./Connection.ts"
import { asking, diskFailureOf, failureOf } from "./failureOf.ts"
import { isLocked, LockedTooLong, waitMsAfter } from "./lockWaits.ts"
import type { Write } from "./TableWriter.ts"

type Outcome = Effect.Effect<void, CommitConflict | StorageUnavailable>

interface Waiter {
  readonly writes: ReadonlyArray<Write>
  readonly resume: (outcome: Outcome) => void
  /** The end of its wait for another connection's lock. Null until the lock is first refused. */
  giveUpAt: number | null
}

/**
 * The number of commits in one transaction. Limited, because a transaction holds the event loop and
 * the write lock.
 */
const largestGroup = 256

const mostFlushesInTurn = 2

/**
 * Commits that wait together share one transaction, and so one sync to disk. If one of them
 * conflicts or fails, all run again, each in a savepoint of its own. All of them, conflicts
 * included, are answered only after the commit.
 *
 * While another connection holds the write lock, they stay in the queue, and the transaction is
 * retried by a timer. The event loop and reads continue meanwhile.
 */
export class GroupCommit {
  readonly #connection: Connection
  readonly #begin: () => void
  readonly #commit: () => void
  readonly #savepoint: () => void
  readonly #release: () => void
  readonly #rollBackToSavepoint: () => void
  #waiting: Array<Waiter> = []
  #scheduled = false
  #lastGroup = 0
  /** The number of times in a row that the lock was refused. */
  #refusals = 0
  #flushesInTurn = 0
  /** True if the last commit failed because of the disk. */
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

  /**
   * Joins the next transaction. `writes` is called at once. An error that it throws fails only this
   * commit.
   */
  join(writes: () => ReadonlyArray<Write>): Outcome {
    return Effect.flatMap(asking(this.#connection, writes), (prepared) => this.#wait(prepared))
  }

  /**
   * Runs work in the next transaction, and returns its result. The work may run twice. If there are
   * no commits to share a transaction with, it gets a transaction of its own at once.
   */
  including<A>(work: () => A): Effect.Effect<A, StorageUnavailable> {
    return Effect.suspend(() => {
      if (this.#waiting.length === 0 && this.#lastGroup <= 1) {
        return asking(this.#connection, () => this.#alone(work))
      }
      let made: A
      const write: Write = () => {
        made = work()
        return null
      }
      return this.#wait([write]).pipe(
        Effect.map(() => made),
        Effect.catchTag("CommitConflict", Effect.die)
      )
    })
  }

  /**
   * Writes one page if the last commit failed because of the disk, and fails like a commit if the
   * disk is still faulty.
   */
  checkWrites(): Effect.Effect<ReadonlyArray<string>, StorageUnavailable> {
    return Effect.suspend(() => {
      if (!this.#isDiskFaulty) return Effect.succeed([])
      const { db } = this.#connection
      return Effect.andThen(
        this.including(() => {
          db.pragma(`user_version = ${db.pragma("user_version", { simple: true })}`)
        }),
        Effect.succeed([])
      )
    })
  }

  /** Resolves when all commits that wait now have run, or have waited too long. */
  settled(): Effect.Effect<void> {
    return Effect.ignore(this.#wait([]))
  }

  #alone<A>(work: () => A): A {
    try {
      const made = this.#connection.transaction(work)
      this.#isDiskFaulty = false
      return made
    } catch (cause) {
      this.#note(cause)
      throw cause
    }
  }

  #note(cause: unknown): void {
    if (diskFailureOf(cause) !== null) this.#isDiskFaulty = true
  }

  #wait(writes: ReadonlyArray<Write>): Outcome {
    return Effect.callback((resume) => {
      const waiter: Waiter = { writes, resume, giveUpAt: null }
      this.#waiting.push(waiter)
      this.#schedule()
      return Effect.sync(() => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter)
      })
    })
  }

  /**
   * A commit that comes alone runs at once, but only two of them in a turn of the event loop. A
   * request makes one commit before its call to the provider and one after it. Others run between
   * further commits. If several commits come at a time, waiting for one more turn brings more of
   * them into the same sync.
   */
  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    const flush = () => {
      this.#scheduled = false
      this.#flush()
      if (this.#waiting.length > 0) this.#schedule()
    }
    if (this.#refusals > 0) {
      setTimeout(flush, waitMsAfter(this.#refusals))
    } else if (this.#lastGroup > 1) {
      setImmediate(() => setImmediate(flush))
    } else if (this.#flushesInTurn >= mostFlushesInTurn) {
      setImmediate(flush)
    } else {
      queueMicrotask(flush)
    }
  }

  #count(): void {
    if (this.#flushesInTurn === 0) {
      setImmediate(() => {
        this.#flushesInTurn = 0
      })
    }
    this.#flushesInTurn += 1
  }

  #flush(): void {
    const group = this.#waiting.splice(0, largestGroup)
    if (group.length === 0) return
    this.#count()
    this.#lastGroup = group.length
    const outcomes = this.#carryOut(group)
    if (outcomes === null) return
    this.#refusals = 0
    group.forEach((waiter, at) => {
      waiter.resume(outcomes[at] ?? Effect.void)
    })
  }

  /**
   * Returns null if another connection has the lock. Then nothing was done, and the group waits
   * again.
   */
  #carryOut(group: ReadonlyArray<Waiter>): ReadonlyArray<Outcome> | null {
    try {
      this.#connection.assertNotLost()
      this.#connection.endSnapshot()
      const outcomes = this.#carryOutTogether(group) ?? this.#carryOutApart(group)
      // A commit to a lost file is not confirmed.
      this.#connection.assertPresent()
      return outcomes
    } catch (cause) {
      // All changes may be gone, so no result of the group is valid.
      this.#rollBack()
      if (isLocked(cause)) return this.#waitAgain(group, cause)
      this.#note(cause)
      const failure = failureOf(this.#connection, cause)
      return group.map(() => failure)
    }
  }

  /**
   * Puts commits that were refused the lock back into the queue. Fails those that have waited too
   * long.
   */
  #waitAgain(group: ReadonlyArray<Waiter>, cause: unknown): null {
    const { busyTimeoutMs } = this.#connection
    const now = performance.now()
    const all = [...group, ...this.#waiting]
    for (const waiter of all) waiter.giveUpAt ??= now + busyTimeoutMs
    const isLate = ({ giveUpAt }: Waiter) => giveUpAt !== null && giveUpAt <= now
    this.#waiting = all.filter((waiter) => !isLate(waiter))
    this.#refusals = this.#waiting.length === 0 ? 0 : this.#refusals + 1
    const failure = failureOf(this.#connection, new LockedTooLong(busyTimeoutMs, cause))
    for (const waiter of all) if (isLate(waiter)) waiter.resume(failure)
    return null
  }

  /**
   * Runs all commits together. Returns null, with nothing written, if one of them conflicts or
   * fails.
   */
  #carryOutTogether(group: ReadonlyArray<Waiter>): ReadonlyArray<Outcome> | null {
    this.#begin()
    try {
      for (const { writes } of group) {
        if (firstConflict(writes) !== null) {
          this.#rollBack()
          return null
        }
      }
    } catch {
      this.#rollBack()
      return null
    }
    this.#commit()
    return group.map(() => Effect.void)
  }

  /** Runs each commit in a savepoint of its own, so that it fails alone. */
  #carryOutApart(group: ReadonlyArray<Waiter>): ReadonlyArray<Outcome> {
    this.#begin()
    const alone = group.length === 1
    const outcomes = group.map(({ writes }) => this.#carryOutOne(writes, alone))
    // A single commit that failed was rolled back. If the rollback failed too, the transaction
    // stays open.
    const isToCommit = !alone || outcomes[0] === Effect.void
    if (isToCommit && this.#connection.db.inTransaction) this.#commit()
    return outcomes
  }

  #carryOutOne(writes: ReadonlyArray<Write>, alone: boolean): Outcome {
    if (!alone) this.#savepoint()
    let outcome: Outcome = Effect.void
    try {
      const conflict = firstConflict(writes)
      if (conflict !== null) outcome = Effect.fail(conflict)
    } catch (cause) {
      // A full disk and similar errors end the whole transaction, with the changes of all commits.
      if (!this.#connection.db.inTransaction) throw cause
      this.#note(cause)
      outcome = failureOf(this.#connection, cause)
    }
    if (alone && outcome !== Effect.void) this.#rollBack()
    if (!alone && outcome !== Effect.void) this.#rollBackToSavepoint()
    if (!alone) this.#release()
    return outcome
  }

  #rollBack(): void {
    if (!this.#connection.db.inTransaction) return
    try {
      this.#connection.db.exec("ROLLBACK")
    } catch {
      // The transaction stays open and the next BEGIN fails, so its commits get the error.
    }
  }
}

const firstConflict = (writes: ReadonlyArray<Write>): CommitConflict | null => {
  for (const write of writes) {
    const conflict = write()
    if (conflict !== null) return conflict
  }
  return null
}
