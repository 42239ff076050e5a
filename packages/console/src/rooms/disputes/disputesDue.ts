import { DisputeCollection, type DisputeRecord, type Scope } from "@payloom/core"
import { Effect } from "effect"
import type { ConsoleEngine } from "../../Room.ts"

const dayMs = 86_400_000

/** Deadlines that have just passed are shown too. */
const daysBefore = 7
const daysAfter = 90
const rowsOfPage = 50

interface DuePage {
  readonly rows: ReadonlyArray<DisputeRecord>
  readonly nextCursor: string | null
}

/**
 * Reads a page of the disputes that wait for evidence, by the index of deadlines: the next deadline
 * first, and those that have passed at the end. A cursor is the day and the id of the last dispute.
 * Disputes of one day are in the order of their ids.
 */
export const disputesDue = async (
  { services }: ConsoleEngine,
  scope: Scope,
  now: number,
  cursor: string
): Promise<DuePage> => {
  const [fromDay = "", fromId = ""] = cursor.split("/")
  const known = daysAt(now)
  const from = known.indexOf(fromDay)
  if (cursor !== "" && from < 0) return { rows: [], nextCursor: null }
  const days = known.slice(Math.max(0, from))
  const read = async (dueDay: string | ReadonlyArray<string>, limit: number, after: string) => {
    const more = after === "" ? {} : { after }
    const query = { where: { dueDay }, order: "asc", limit, ...more } as const
    const rows = await Effect.runPromise(services.storage.page(scope, DisputeCollection, query))
    return rows.map(({ row }) => row)
  }
  if (cursor === "") {
    // Few merchants have more open disputes than a page, so one read is enough for most.
    const all = await read(days, rowsOfPage + 1, "")
    if (all.length <= rowsOfPage) return { rows: all.sort(byDeadline(now)), nextCursor: null }
  }
  const rows: Array<DisputeRecord> = []
  for (const day of days) {
    const left = rowsOfPage - rows.length
    const found = await read(day, left + 1, day === fromDay ? fromId : "")
    rows.push(...found.slice(0, left))
    if (found.length > left) return { rows, nextCursor: `${day}/${rows.at(-1)?.id ?? ""}` }
  }
  return { rows, nextCursor: null }
}

/** Returns today and the days after it, then the days before it, the last one first. */
const daysAt = (now: number): ReadonlyArray<string> => {
  const after = Array.from({ length: daysAfter }, (_, nth) => nth)
  const before = Array.from({ length: daysBefore }, (_, nth) => -1 - nth)
  return [...after, ...before].map((day) => new Date(now + day * dayMs).toISOString().slice(0, 10))
}

const byDeadline = (now: number) => (one: DisputeRecord, other: DisputeRecord) => {
  const [due, otherDue] = [one.evidenceDueBy ?? 0, other.evidenceDueBy ?? 0]
  const isPast = due < now
  if (isPast !== otherDue < now) return isPast ? 1 : -1
  const earlier = due - otherDue || (one.id < other.id ? -1 : 1)
  return isPast ? -earlier : earlier
}
