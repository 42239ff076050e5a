import { lateAfterMs, type StoragePort, waitsForEndpoint } from "@payloom/core"
import { Effect, Option } from "effect"

/** A kind of job that waits. */
export interface WaitingKind {
  readonly kind: string
  /** The due time of its first job, in milliseconds since the epoch. */
  readonly dueAt: number
  /** True if it is late. A job that is leased counts as due at the end of its lease. */
  readonly isLate: boolean
}

/** Returns the kinds of waiting jobs of all tenants, the first due first. Reads indexes only. */
export const jobKindsOf = async (storage: StoragePort): Promise<ReadonlyArray<WaitingKind>> => {
  const kinds = await Effect.runPromise(storage.jobKinds(""))
  const now = Date.now()
  const found: Array<WaitingKind> = []
  for (const kind of kinds) {
    const due = await Effect.runPromise(storage.nextDue([kind]))
    if (Option.isNone(due)) continue
    const isOver = due.value < now - lateAfterMs
    const isLate = isOver && !(await Effect.runPromise(waitsForEndpoint(storage, kind)))
    found.push({ kind, dueAt: due.value, isLate })
  }
  return found.sort((one, other) => one.dueAt - other.dueAt)
}
