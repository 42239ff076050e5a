import type { StorageUnavailable } from "@payloom/core"
import { Effect } from "effect"
import type { Connection } from "./Connection.ts"
import { asking, failureOf } from "./failureOf.ts"
import { GroupTransaction, type Outcome } from "./GroupTransaction.ts"
import { isLocked, LockedTooLong, waitMsAfter } from "./lockWaits.ts"
import type { Write } from "./TableWriter.ts"

interface Waiter {
  readonly writes: ReadonlyArray<Write>
  readonly resume: (outcome: Outcome) => void
  /** The end of its wait for another connection's lock. Null until the lock is first refused. */
  giveUpAt: number | null
}

/** The most commits in one transaction. */
const largestGroup = 256

/** Callers continue for so many milliseconds in one turn of the event loop. */
const answeringMs = 4

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
  readonly #transaction: GroupTransaction
  #waiting: Array<Waiter> = []
  #scheduled = false
  #lastGroup = 0
  /** The number of times in a row that the lock was refused. */
  #refusals = 0
  #flushesInTurn = 0

  constructor(connection: Connection) {
    this.#connection = connection
    this.#transaction = new GroupTransaction(connection)
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
        return asking(this.#connection, () => this.#transaction.alone(work))
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
      if (!this.#transaction.isDiskFaulty) return Effect.succeed([])
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
    this.#waiting.unshift(...group.slice(outcomes.length))
    this.#answer(group, outcomes)
  }

  /**
   * Lets callers continue with the outcomes of their commits. Each of them computes for a while, so
   * others run between them. The next transaction waits for all of them, so that their next commits
   * share it.
   */
  #answer(group: ReadonlyArray<Waiter>, outcomes: ReadonlyArray<Outcome>): void {
    this.#scheduled = true
    const begun = performance.now()
    let answered = 0
    for (const outcome of outcomes) {
      group[answered]?.resume(outcome)
      answered += 1
      if (performance.now() - begun >= answeringMs) break
    }
    if (answered < outcomes.length) {
      setImmediate(() => this.#answer(group.slice(answered), outcomes.slice(answered)))
      return
    }
    this.#scheduled = false
    if (this.#waiting.length > 0) this.#schedule()
  }

  /**
   * Returns the outcomes of the first commits of a group. Returns null if another connection has
   * the lock. Then nothing was done, and the group waits again.
   */
  #carryOut(group: ReadonlyArray<Waiter>): ReadonlyArray<Outcome> | null {
    try {
      this.#connection.assertNotLost()
      this.#connection.endSnapshot()
      const outcomes = this.#transaction.run(group.map(({ writes }) => writes))
      // A commit to a lost file is not confirmed.
      this.#connection.assertPresent()
      return outcomes
    } catch (cause) {
      // All changes may be gone, so no result of the group is valid.
      this.#transaction.rollBack()
      if (isLocked(cause)) return this.#waitAgain(group, cause)
      this.#transaction.note(cause)
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
}
