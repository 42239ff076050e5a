import { Effect, Schema } from "effect"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { freeText } from "../../kernel/primitives/FreeText.ts"
import { list } from "../../platform/pagination/List.ts"
import {
  cursorFields,
  type ForwardCursor,
  type PageLimit,
  pageSize
} from "../../platform/pagination/ListQuery.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { type PageQuery, Storage } from "../../platform/storage/Storage.ts"
import { AuditCollection, type AuditRecord, toAuditEntry } from "./AuditEntry.ts"

/** The query of an iteration over the audit log. */
export interface IterateAuditEntries extends PageLimit {
  /**
   * Only entries of this subject. A payment's id also finds the entries on its attempts, disputes
   * and notifications.
   */
  readonly subject?: string
  /** Only entries of the actor with this id. */
  readonly actor?: string
}

/** The query of a page of the audit log. The default limit is 20. */
export interface ListAuditEntries extends IterateAuditEntries, ForwardCursor {}
export const ListAuditEntries = Schema.Struct({
  limit: cursorFields.limit,
  startingAfter: cursorFields.startingAfter,
  subject: Schema.optionalKey(freeText(255)),
  actor: Schema.optionalKey(freeText(255))
})

const checkInput = inputChecker(ListAuditEntries)

const defaultLimit = 20

/** Returns a page of the audit log, newest first. */
export const listAuditEntries = Effect.fnUntraced(function* (
  scope: Scope,
  query: ListAuditEntries = {}
) {
  const { subject, actor, limit, startingAfter } = yield* Effect.fromResult(checkInput(query))
  const size = pageSize(limit, defaultLimit)
  const rows = yield* newestEntries(scope, {
    ...(subject === undefined ? {} : { subject }),
    ...(actor === undefined ? {} : { actor }),
    limit: size + 1,
    ...(startingAfter === undefined ? {} : { after: startingAfter })
  })
  const page = rows.slice(0, size)
  const next = rows.length > size ? (page.at(-1)?.id ?? null) : null
  return list(page.map(toAuditEntry), next)
})

interface EntryQuery extends Pick<PageQuery, "after" | "limit"> {
  readonly subject?: string
  readonly actor?: string
}

/** Returns the newest entries of a subject, of an actor, or of both. */
export const newestEntries = Effect.fnUntraced(function* (
  scope: Scope,
  { subject, actor, ...page }: EntryQuery
) {
  const storage = yield* Storage
  const by = actor === undefined ? {} : { actor }
  const found = (where: PageQuery["where"] & object) =>
    Effect.map(
      storage.page(scope, AuditCollection, { where: { ...where, ...by }, order: "desc", ...page }),
      (rows) => rows.map(({ row }) => row)
    )
  if (subject === undefined) return yield* found({})
  if (!subject.startsWith("payment_")) return yield* found({ subject })
  const [own, moved] = yield* Effect.all([found({ subject }), found({ payment: subject })], {
    concurrency: "unbounded"
  })
  return [...own, ...moved].sort(newestFirst).slice(0, page.limit)
})

const newestFirst = (one: AuditRecord, other: AuditRecord): number => (one.id < other.id ? 1 : -1)
