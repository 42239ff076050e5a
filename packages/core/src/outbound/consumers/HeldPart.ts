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
 * A part that this process has the lease of. Each of its commits writes the part's row at the
 * version that was written last, so a process that lost its lease changes nothing any more.
 */
export interface HeldPart {
  /** The row as it was written last. */
  readonly row: () => ConsumerPart
  /** Where to read on: at the row's position, or behind what was passed since. */
  readonly position: () => string | null
  /** Passes events, which the next commit of the part says too. */
  readonly pass: (position: string | null) => void
  /** When its row was written last, in milliseconds of the clock that nobody sets. */
  readonly writtenAt: () => number
  /**
   * Moves the part on, its lease renewed, with more changes in the same commit: one of its own, or
   * the one of a transaction.
   */
  readonly move: (
    fields: Partial<Pick<ConsumerPart, "position" | "parked">>,
    more?: ReadonlyArray<Change>,
    commit?: OpenTransaction["commit"]
  ) => Effect.Effect<void, CommitConflict | StorageUnavailable>
  /** Lets another process have it. */
  readonly release: Effect.Effect<void, CommitConflict | StorageUnavailable>
}

/** Takes the lease of a part for a process; fails where another was faster. */
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
