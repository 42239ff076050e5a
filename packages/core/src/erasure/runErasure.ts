import { Effect, Option } from "effect"
import { SubscriptionCollection } from "../billing/subscriptions/Subscription.ts"
import { PaymentInstrumentCollection } from "../cards/saved/PaymentInstrument.ts"
import { CheckoutSessionCollection } from "../checkout/sessions/CheckoutSession.ts"
import { KeptNotificationCollection } from "../inbound/KeptNotification.ts"
import { currentMoment } from "../kernel/ids/Moment.ts"
import { hourMs } from "../kernel/primitives/durations.ts"
import { ParkedCollection, type ParkedRecord } from "../outbound/consumers/ConsumerRows.ts"
import { PaymentCollection } from "../payments/charges/Payment.ts"
import { IdempotencyRecordCollection } from "../platform/idempotency/IdempotencyRecord.ts"
import { postponeJob, removeJob } from "../platform/jobs/scheduleJob.ts"
import { type Change, update } from "../platform/storage/Change.ts"
import type { Collection, Row, Stored } from "../platform/storage/Collection.ts"
import { erasedText, withErased } from "../platform/storage/erasure.ts"
import type { Job } from "../platform/storage/Job.ts"
import { deploymentScope, type Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { type Erasure, ErasureCollection, type ErasureStep, erasureSteps } from "./Erasure.ts"
import { inFlight } from "./eraseCustomer.ts"
import { erasedAnswer, ownersOf } from "./erasedAnswer.ts"
import { changed, erasedAbout, erasedPayment } from "./erasedPayment.ts"
import { erasedInstrument, erasedSession, erasedSubscription } from "./erasedRows.ts"
import { ownedBy } from "./ownedBy.ts"
import { parkedOf } from "./parkedOf.ts"

/** One page of a step. */
interface Page {
  readonly changes: ReadonlyArray<Change>
  /** The id of the last row of the page. Null if no row follows. */
  readonly next: string | null
}

/**
 * Runs one page of an erasure in one commit, which also stores the position. So a killed erasure
 * continues there, and an erasure of many rows never holds the process for long. If something of
 * the customer has begun meanwhile, the erasure waits until it has ended.
 */
export const runErasure = Effect.fnUntraced(function* (job: Stored<Job>) {
  const storage = yield* Storage
  const { now } = yield* currentMoment
  const { scope } = job
  const found = yield* storage.get(scope, ErasureCollection, job.row.subject)
  if (Option.isNone(found)) return yield* storage.commit(removeJob(job))
  const { row } = found.value
  if ((yield* inFlight(scope, row.id)) !== null) {
    return yield* storage.commit([postponeJob(job, now + hourMs)])
  }
  const { changes, next } = yield* pageOf(scope, row)
  const step = next === null ? stepAfter(row.step) : row.step
  const isDone = step === "done"
  const after: Erasure = { ...row, step, after: next, doneAt: isDone ? now : null }
  yield* storage.commit([
    ...changes,
    update(ErasureCollection, found.value, after),
    ...(isDone ? removeJob(job) : [postponeJob(job, now)])
  ])
})

const stepAfter = (step: ErasureStep): ErasureStep =>
  erasureSteps[erasureSteps.indexOf(step) + 1] ?? "done"

/** A payment has about ten rows, so few of them make a commit of a usual size. */
const paymentsAtOnce = 5
const rowsAtOnce = 50

const pageOf = (scope: Scope, { id, step, after }: Erasure) => {
  const own = { customer: id }
  switch (step) {
    case "customer":
      return Effect.map(erasedAbout(scope, [id]), (changes): Page => ({ changes, next: null }))
    case "instruments":
      return page(scope, PaymentInstrumentCollection, { where: own, after }, (rows) =>
        withAbout(scope, rows, changed(PaymentInstrumentCollection, rows, erasedInstrument))
      )
    case "subscriptions":
      return page(scope, SubscriptionCollection, { where: own, after }, (rows) =>
        withAbout(scope, rows, changed(SubscriptionCollection, rows, erasedSubscription))
      )
    case "sessions":
      return page(scope, CheckoutSessionCollection, { where: own, after }, (rows) =>
        withAbout(scope, rows, changed(CheckoutSessionCollection, rows, erasedSession))
      )
    case "payments":
      return page(scope, PaymentCollection, { where: own, after, limit: paymentsAtOnce }, (rows) =>
        Effect.map(Effect.forEach(rows, erasedPayment), (all) => all.flat())
      )
    case "answers":
      return page(scope, IdempotencyRecordCollection, { where: {}, after }, (rows) =>
        Effect.map(ownersOf(scope, id, rows), (owned) =>
          changed(IdempotencyRecordCollection, owned, erasedAnswer)
        )
      )
    case "notifications":
      return page(scope, KeptNotificationCollection, { where: {}, after }, (rows) =>
        Effect.map(
          ownedBy(scope, id, rows, ({ payment }) => payment),
          (owned) =>
            changed(KeptNotificationCollection, owned, (row) => ({
              ...row,
              notice: withErased(row.notice, (key) => inNotices.has(key))
            }))
        )
      )
    case "parked":
      return page(deploymentScope, ParkedCollection, { where: {}, after }, (rows) =>
        Effect.flatMap(parkedOf(scope, id, rows), (owned) =>
          withAbout(scope, owned, changed(ParkedCollection, owned, erasedParked))
        )
      )
    case "done":
      return Effect.succeed<Page>({ changes: [], next: null })
  }
}

const erasedParked = (row: ParkedRecord): ParkedRecord => ({
  ...row,
  error: row.error === null ? null : erasedText
})

const inNotices: ReadonlySet<string> = new Set(["message", "bank", "mandateReference", "rawReason"])

interface PageOf {
  readonly where: Readonly<Record<string, string>>
  readonly after: string | null
  readonly limit?: number
}

const page = Effect.fnUntraced(function* <R extends Row, E, S>(
  scope: Scope,
  of: Collection<R>,
  { where, after, limit = rowsAtOnce }: PageOf,
  erase: (rows: ReadonlyArray<Stored<R>>) => Effect.Effect<ReadonlyArray<Change>, E, S>
) {
  const storage = yield* Storage
  const rows = yield* storage.page(scope, of, {
    where,
    order: "asc",
    limit,
    ...(after === null ? {} : { after })
  })
  const next = rows.length < limit ? null : (rows.at(-1)?.row.id ?? null)
  return { changes: yield* erase(rows), next } satisfies Page
})

const withAbout = (scope: Scope, rows: ReadonlyArray<Stored<Row>>, own: ReadonlyArray<Change>) =>
  rows.length === 0
    ? Effect.succeed(own)
    : Effect.map(
        erasedAbout(
          scope,
          rows.map(({ row }) => row.id)
        ),
        (about) => [...own, ...about]
      )
