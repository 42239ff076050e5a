import type { CommitConflict, StorageUnavailable } from "@payloom/core"
import { Effect } from "effect"
import type { Connection } from "./Connection.ts"
import { asking, failureOf } from "./failureOf.ts"
import { isLocked, LockedTooLong, waitMsAfter } from "./lockWaits.ts"
import type { Write } from "./TableWriter.ts"

type Outcome = Effect.Effect<void, CommitConflict | StorageUnavailable>

interface Waiter {
  readonly writes: ReadonlyArray<Write>
  readonly resume: (outcome: Outcome) => void
  /** Until when it waits for another connection's lock, from when that was first in its way. */
  giveUpAt: number | null
}

/** So that one transaction never holds the event loop and the write lock for too long. */
const largestGroup = 256

const mostFlushesInTurn = 2

/**
 * Commits that wait together share one transaction and so one sync to
 * disk. Where one of them conflicts or fails, all are carried out once more, in a savepoint each.
 * All of them, conflicts included, are answered only after it.
 *
 * While another connection holds the write lock they keep their places, and the transaction is
 * tried again from a timer: the event loop goes on meanwhile, and with it reads.
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
  /** How often in a row the lock was refused. */
  #refusals = 0
  #flushesInTurn = 0

  constructor(connection: Connection) {
    const prepare = (sql: string) => {
      const statement = connection.write(sql)
      return () => {
        statement.run([])
      }
    }
    this.#connection = connection
    this.#begin = prepare("BEGIN IMMEDIATE")
    this.#commit = prepare("COMMIT")
    this.#savepoint = prepare("SAVEPOINT one")
    this.#release = prepare("RELEASE one")
    this.#rollBackToSavepoint = prepare("ROLLBACK TO one")
  }

  /** Joins the next transaction. `writes` is called at once; what it throws fails this alone. */
  join(writes: () => ReadonlyArray<Write>): Outcome {
    return Effect.flatMap(asking(this.#connection, writes), (prepared) => this.#wait(prepared))
  }

  /**
   * Has work done in the next transaction, and answers what it made. It may be done twice. Where no
   * commits come that it could go with, it has one of its own right away.
   */
  including<A>(work: () => A): Effect.Effect<A, StorageUnavailable> {
    return Effect.suspend(() => {
      if (this.#waiting.length === 0 && this.#lastGroup <= 1) {
        return asking(this.#connection, () => this.#connection.transaction(work))
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

  /** Answers once all that waits now has been carried out, or has waited for too long. */
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
   * A commit that comes alone is carried out right away, though only two in a turn of the event
   * loop: a request makes one before its provider is asked and one after, and whoever makes more
   * lets others in between. Where several come at a time, one turn more brings more of them into
   * the same sync.
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

  /** Null where another connection has the lock: nothing was done, and the group waits again. */
  #carryOut(group: ReadonlyArray<Waiter>): ReadonlyArray<Outcome> | null {
    try {
      this.#connection.assertNotLost()
      this.#connection.endSnapshot()
      const outcomes = this.#carryOutTogether(group) ?? this.#carryOutApart(group)
      // What is done in a file that is gone is not answered as done.
      this.#connection.assertPresent()
      return outcomes
    } catch (cause) {
      // What was done for any of them is gone, or may be: none knows what it was judged against.
      this.#rollBack()
      if (isLocked(cause)) return this.#waitAgain(group, cause)
      const failure = failureOf(this.#connection, cause)
      return group.map(() => failure)
    }
  }

  /** Those who were refused the lock go back to their places, but for who has waited too long. */
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

  /** All in one go; null, with nothing written, where one of them conflicts or fails. */
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

  /** Each in a savepoint of its own, so that it fails alone. */
  #carryOutApart(group: ReadonlyArray<Waiter>): ReadonlyArray<Outcome> {
    this.#begin()
    const alone = group.length === 1
    const outcomes = group.map(({ writes }) => this.#carryOutOne(writes, alone))
    // One that is alone was rolled back if it failed, or where even that failed stays open.
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
      // A full disk and the like end the whole transaction, and with it everyone's changes.
      if (!this.#connection.db.inTransaction) throw cause
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
      // The transaction stays open and the next BEGIN fails, so its waiters are told.
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
