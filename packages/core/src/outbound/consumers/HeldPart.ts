import { Clock, Effect, Semaphore } from "effect"
import { elapsedMs } from "../../kernel/primitives/elapsedMs.ts"
import { leaseMs } from "../../platform/jobs/Leases.ts"
import { type Change, update, updated } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { OpenTransaction } from "../../platform/storage/HostTransaction.ts"
import {
  type CommitConflict,
  Storage,
  type StorageUnavailable
} from "../../platform/storage/Storage.ts"
import { type ConsumerPart, ConsumerPartCollection } from "./ConsumerRows.ts"

/**
 * A part whose lease this process has. Each commit checks the version of the part's row, so a
 * process that lost its lease can't change anything.
 */
export interface HeldPart {
  /** The row as it was written last. */
  readonly row: () => ConsumerPart
  /** The position to read from: that of the row, or of the events passed since. */
  readonly position: () => string | null
  /** Moves the position past events. The next commit of the part stores it. */
  readonly pass: (position: string | null) => void
  /** The time of the last write of its row, in milliseconds of the monotonic clock. */
  readonly writtenAt: () => number
  /**
   * Moves the part and renews its lease, together with more changes in the same commit. The commit
   * is one of its own, or that of a transaction.
   */
  readonly move: (
    fields: Partial<Pick<ConsumerPart, "position" | "parked">>,
    more?: ReadonlyArray<Change>,
    commit?: OpenTransaction["commit"]
  ) => Effect.Effect<void, CommitConflict | StorageUnavailable>
  /** Releases the lease. */
  readonly release: Effect.Effect<void, CommitConflict | StorageUnavailable>
}

/** Takes the lease of a part for a process. Fails if another process was faster. */
export const holdPart = Effect.fnUntraced(function* (read: Stored<ConsumerPart>, owner: string) {
  const storage = yield* Storage
  const clock = yield* Effect.clockWith(Effect.succeed)
  const turn = Semaphore.makeUnsafe(1)
  let writtenAt = elapsedMs(clock)
  let held = read
  let passed = read.row.position
  const ownCommit: OpenTransaction["commit"] = (changes) => storage.commit(changes)
  const write = (
    fields: Partial<ConsumerPart>,
    more: ReadonlyArray<Change>,
    commit: OpenTransaction["commit"] = ownCommit
  ) =>
    turn.withPermit(
      Effect.suspend(() => {
        const row = { ...held.row, position: passed, ...fields }
        const changes = [update(ConsumerPartCollection, held, row), ...more]
        return Effect.map(commit(changes), () => {
          held = updated(held, row)
          writtenAt = elapsedMs(clock)
          if (fields.position !== undefined) passed = fields.position
        })
      })
    )
  const move: HeldPart["move"] = (fields, more = [], commit = ownCommit) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      write({ ...fields, owner, leasedUntil: now + leaseMs }, more, commit)
    )
  yield* move({})
  const part: HeldPart = {
    row: () => held.row,
    position: () => passed,
    pass: (position) => {
      passed = position
    },
    writtenAt: () => writtenAt,
    move,
    release: write({ owner: null, leasedUntil: null }, [])
  }
  return part
})
