import type { Import, ImportedNote, Merchant } from "@payloom/core"
import type Stripe from "stripe"
import type { StripeReader } from "./StripeReader.ts"

/** The operations of core that an import calls. */
export type ImportsHandle = Merchant["imports"]

/** The progress of a step. */
export interface ImportProgress {
  readonly list: string
  /** The number of objects so far, in this run. */
  readonly seen: number
}

/** Everything that a step of an import works with. */
export interface ImportSession {
  readonly imports: ImportsHandle
  readonly run: Import
  readonly reader: StripeReader
  /** The client that freezes and resumes. Null if the account is read from files. */
  readonly api: Stripe | null
  /** The time in milliseconds since the epoch. */
  readonly now: () => number
  /** The time before the end of a period in which nothing is frozen, in milliseconds. */
  readonly marginMs: number
  /** The number of calls at a time. */
  readonly concurrency: number
  readonly onProgress: (progress: ImportProgress) => void
  /** Aborted if the step should stop after its current page. */
  readonly signal: AbortSignal
}

/** The fields by which core recognizes a write of this session. */
export const writeBy = ({ run }: ImportSession) => ({ import: run.id, session: run.session })

/** Returns the notes by external id. */
export const byExternalId = (
  notes: ReadonlyArray<ImportedNote>
): ReadonlyMap<string, ImportedNote> => new Map(notes.map((note) => [note.externalId, note]))

/**
 * Calls a function on all items, some at a time. After a failure it begins no further item, waits
 * for those that run, and rejects with the first failure.
 */
export const inParallel = async <A>(
  items: ReadonlyArray<A>,
  concurrency: number,
  each: (item: A) => Promise<void>
): Promise<void> => {
  const failures: Array<unknown> = []
  let next = 0
  const worker = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) {
      if (failures.length > 0) return
      await each(item).catch((cause: unknown) => failures.push(cause))
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker))
  if (failures.length > 0) throw failures[0]
}

/** Returns the position at which a walk continues. Null for its beginning. */
export const positionOf = ({ run }: ImportSession, list: string): string | null => {
  const at = run.positions[list] ?? null
  return at === "done" ? null : at
}
