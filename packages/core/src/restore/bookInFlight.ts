import { Clock, Effect, Option } from "effect"
import { idBounds } from "../kernel/ids/Moment.ts"
import type { Millis } from "../kernel/primitives/Timestamp.ts"
import { ModificationCollection } from "../payments/captures-voids-refunds/Modification.ts"
import { runModification } from "../payments/captures-voids-refunds/runModification.ts"
import { AttemptCollection, chargeOf, isInFlight } from "../payments/charges/Attempt.ts"
import { type AttemptRows, loadAttempt } from "../payments/charges/AttemptRows.ts"
import { PaymentCollection } from "../payments/charges/Payment.ts"
import { lookUpCharge } from "../payments/charges/providerCalls.ts"
import { findJob } from "../platform/jobs/scheduleJob.ts"
import { update } from "../platform/storage/Change.ts"
import { eachPage } from "../platform/storage/eachPage.ts"
import { JobCollection } from "../platform/storage/Job.ts"
import { retryConflicts } from "../platform/storage/retryConflicts.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { lookUpAt } from "../providers/callProvider.ts"
import type { ModificationLookup } from "../providers/ModificationOutcome.ts"
import { type AccountBooks, addFinding, bookNotification } from "./AccountBooks.ts"
import { bookCharge, recoverInFlight } from "./bookCharge.ts"

/** The ids of a merchant's rows that may differ from their providers. */
export interface Candidates {
  /** Attempts in flight, holds, and attempts of the compared time. */
  readonly attempts: ReadonlyArray<string>
  /** Captures, voids, refunds and increments in flight, and refunds of the compared time. */
  readonly modifications: ReadonlyArray<string>
}

/** The statuses of payments whose charge may change at the provider, however old it is. */
const open = ["processing", "authenticating", "authorized", "partially_captured"]

/** Finds the rows to compare. */
export const findCandidates = Effect.fnUntraced(function* (scope: Scope, since: Millis) {
  const attempts = new Set<string>()
  const modifications = new Set<string>()
  yield* eachPage(scope, JobCollection, { order: "asc" }, (page) =>
    Effect.sync(() => {
      for (const { row } of page) {
        if (row.kind === "recover_attempt") attempts.add(row.subject)
        if (row.kind === "carry_out_modification") modifications.add(row.subject)
      }
    })
  )
  yield* eachPage(scope, PaymentCollection, { where: { status: open }, order: "asc" }, (page) =>
    Effect.sync(() => {
      for (const { row } of page) attempts.add(row.attempts.at(-1) ?? "")
    })
  )
  yield* eachId(scope, AttemptCollection, idBounds("attempt", since).first, attempts)
  yield* eachId(scope, ModificationCollection, idBounds("refund", since).first, modifications)
  return { attempts: [...attempts], modifications: [...modifications] } satisfies Candidates
})

/** Adds the ids of a prefix from a first one on. */
const eachId = Effect.fnUntraced(function* (
  scope: Scope,
  of: typeof AttemptCollection | typeof ModificationCollection,
  first: string,
  into: Set<string>
) {
  const storage = yield* Storage
  const prefix = first.slice(0, first.indexOf("_") + 1)
  const idTo = `${prefix}~`
  let from = first
  for (;;) {
    const page = yield* storage.page(scope, of as typeof AttemptCollection, {
      idFrom: from,
      idTo,
      order: "asc",
      limit: 100
    })
    for (const { row } of page) into.add(row.id)
    const last = page.at(-1)?.row.id
    if (page.length < 100 || last === undefined) return
    from = `${last}~`
  }
})

/** Looks an attempt up that was not compared yet, and books its provider's state. */
export const compareAttempt = Effect.fnUntraced(function* (books: AccountBooks, id: string) {
  const found = yield* loadAttempt(books.scope, id)
  if (Option.isNone(found) || found.value.attempt.row.mid !== books.mid) return
  const rows = found.value
  if (books.compared.has(id)) return
  if (!books.provider.capabilities.lookup) return reportUnasked(books, rows)
  const answer = yield* lookUpCharge(
    books.provider,
    rows.attempt.row,
    yield* Clock.currentTimeMillis
  )
  if (answer._tag === "Found" && answer.state !== "requires_action") {
    return yield* bookCharge(books, rows, answer)
  }
  books.compared.add(id)
  if (answer._tag === "Unavailable") {
    books.problems.push(`${id} could not be looked up: ${answer.reason}`)
    return
  }
  if (answer._tag === "Found" || !isInFlight(rows.attempt.row)) return
  const { amount, currency } = rows.attempt.row.facts
  const payment = rows.payment.row.id
  const state = "absent"
  addFinding(books, { kind: "settled", reference: id, payment, amount, currency, state })
  if (!books.reportOnly) yield* recoverInFlight(books, id)
})

/** A provider without look-ups can't be asked. Its notifications settle the charge. */
const reportUnasked = (books: AccountBooks, { attempt }: AttemptRows): void => {
  const { id } = attempt.row
  books.compared.add(id)
  if (isInFlight(attempt.row)) {
    books.problems.push(`${id} is in flight, and its provider offers no look-up.`)
  }
}

/** Looks a capture, void, refund or increment up, and books its provider's state. */
export const compareModification = Effect.fnUntraced(function* (books: AccountBooks, id: string) {
  const storage = yield* Storage
  const found = yield* storage.get(books.scope, ModificationCollection, id)
  if (Option.isNone(found)) return
  const attempt = yield* storage.get(books.scope, AttemptCollection, found.value.row.attempt)
  if (Option.isNone(attempt) || attempt.value.row.mid !== books.mid) return
  const { kind, providerReference, status, payment, amount, currency } = found.value.row
  if (status === "failed" || status === "reversed") return
  const query = { kind, reference: id, providerReference, charge: chargeOf(attempt.value.row) }
  const { provider } = books
  const answer = yield* lookUpAt<ModificationLookup>(provider, () =>
    provider.lookupModification(query)
  )
  if (answer._tag === "Unavailable") {
    if (provider.capabilities.lookup || status === "pending") {
      books.problems.push(`${id} could not be looked up: ${answer.reason}`)
    }
    return
  }
  const state = answer._tag === "Absent" ? "absent" : answer.state
  const isSame = state === status || (status === "succeeded" && state === "absent")
  if (isSame) return
  const finding = { kind: "modification" as const, reference: id, payment, amount, currency, state }
  addFinding(books, finding)
  if (books.reportOnly) return
  if (status === "pending") return yield* retryConflicts(settlePending(books.scope, id))
  if (answer._tag === "Found") {
    yield* bookNotification(books, {
      _tag: "Modification",
      id: `reconcile_${answer.providerReference}_${state}`,
      reference: id,
      modification: answer
    })
  }
})

/**
 * Settles a pending operation by its job, which looks it up before it sends. It may have been sent
 * after the backup, so it counts as sent.
 */
const settlePending = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const found = yield* storage.get(scope, ModificationCollection, id)
  if (Option.isSome(found) && found.value.row.lastSentAt === null) {
    const { row } = found.value
    const sent = { ...row, lastSentAt: row.created }
    yield* storage.commit([update(ModificationCollection, found.value, sent)])
  }
  const job = yield* findJob(scope, "carry_out_modification", id)
  if (job !== null) yield* runModification(job)
})
