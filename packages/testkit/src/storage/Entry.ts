import { type Collection, type Job, JobCollection, type Row, type Scope } from "@payloom/core"
import type { QueuedJob } from "./JobQueue.ts"

/** A row as it is kept: its text, and what it is found by. */
export interface Entry {
  readonly scope: Scope
  readonly id: string
  readonly version: number
  readonly document: string
  /** The unique keys that the row takes, each with its value. */
  readonly places: ReadonlyArray<UniquePlace>
  readonly values: ReadonlyMap<string, string>
  /** Of a job, what claims look at. */
  readonly job: QueuedJob | null
}

/** A value of a unique key, which one row has. */
export interface UniquePlace {
  readonly key: string
  readonly global: boolean
  readonly value: string
}

/** The entry a row makes. Throws on a row that its collection's schema refuses. */
export const entryOf = (of: Collection<Row>, scope: Scope, row: Row, version: number): Entry => {
  if (!of.conforms(row)) throw new Error(`${row.id} is not a row of ${of.name}`)
  const document = of.encode(row)
  const places: Array<UniquePlace> = []
  for (const [key, unique] of Object.entries(of.unique)) {
    const value = unique.of(row)
    if (value !== null) places.push({ key, global: unique.global === true, value })
  }
  const values = new Map<string, string>()
  for (const [index, { of: valueOf }] of Object.entries(of.indexes)) {
    const value = valueOf(row)
    if (value !== null) values.set(index, value)
  }
  const job = of.name === JobCollection.name ? queuedJob(scope, row as Job) : null
  return { scope, id: row.id, version, document, places, values, job }
}

const queuedJob = (scope: Scope, { id, kind, dueAt, leasedUntil }: Job): QueuedJob => ({
  scope,
  id,
  kind,
  dueAt,
  leasedUntil
})
