import { Effect, Option } from "effect"
import { SubscriptionCollection } from "../billing/subscriptions/Subscription.ts"
import { PaymentInstrumentCollection } from "../cards/saved/PaymentInstrument.ts"
import { CheckoutSessionCollection } from "../checkout/sessions/CheckoutSession.ts"
import { erasedNotice } from "../inbound/erasedNotice.ts"
import { KeptNotificationCollection } from "../inbound/KeptNotification.ts"
import { currentMoment } from "../kernel/ids/Moment.ts"
import { hourMs } from "../kernel/primitives/durations.ts"
import type { Millis } from "../kernel/primitives/Timestamp.ts"
import { ParkedCollection, type ParkedRecord } from "../outbound/consumers/ConsumerRows.ts"
import { PaymentCollection, type PaymentRecord } from "../payments/charges/Payment.ts"
import {
  type IdempotencyRecord,
  IdempotencyRecordCollection
} from "../platform/idempotency/IdempotencyRecord.ts"
import { postponeJob, removeJob } from "../platform/jobs/scheduleJob.ts"
import { type Change, update } from "../platform/storage/Change.ts"
import type { Collection, Row, Stored } from "../platform/storage/Collection.ts"
import { erasedText } from "../platform/storage/erasure.ts"
import type { Job } from "../platform/storage/Job.ts"
import { deploymentScope, type Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { type Erasure, ErasureCollection, erasureSteps } from "./Erasure.ts"
import { inFlight } from "./eraseCustomer.ts"
import { erasedAnswer, ownersOf } from "./erasedAnswer.ts"
import { erasedModuleJson } from "./erasedJson.ts"
import { changed, erasedAbout, erasedPayment } from "./erasedPayment.ts"
import { erasedInstrument, erasedSession, erasedSubscription } from "./erasedRows.ts"
import { forgetCards } from "./forgetCards.ts"
import { erasedOwnRows, ModuleErasure, ownRows } from "./ModuleErasure.ts"
import { ownedBy } from "./ownedBy.ts"
import { parkedOf } from "./parkedOf.ts"

/** One page of a step. */
interface Page {
  readonly changes: ReadonlyArray<Change>
  /** The changes of the deployment's rows. */
  readonly ofDeployment?: ReadonlyArray<Change>
  /** The id of the last row of the page. Null if no row follows. */
  readonly next: string | null
}

/**
 * Runs one page of an erasure in small commits, so that a charge never waits long for one of them.
 * The last commit also stores the position. A killed erasure continues there, and finds the rows
 * that were erased already. If something of the customer has begun meanwhile, the erasure waits
 * until it has ended.
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
  const page: Page = yield* pageOf(scope, row)
  const { changes, ofDeployment = [], next } = page
  const after = next === null ? stepDone(row, now) : { ...row, after: next }
  const isNextPass = after.passes !== row.passes
  const parts = inParts(changes)
  // A commit has rows of one scope.
  yield* commitAll([...inParts(ofDeployment), ...parts.slice(0, -1)])
  yield* storage.commit([
    ...(parts.at(-1) ?? []),
    update(ErasureCollection, found.value, after),
    ...(after.doneAt === null
      ? [postponeJob(job, isNextPass ? now + nextPassMs : now)]
      : removeJob(job))
  ])
})

/** The most changes of one commit: about as many as a charge has. Charges wait for a commit. */
const changesAtOnce = 8

const inParts = (changes: ReadonlyArray<Change>): ReadonlyArray<ReadonlyArray<Change>> =>
  Array.from({ length: Math.ceil(changes.length / changesAtOnce) }, (_, nth) =>
    changes.slice(nth * changesAtOnce, (nth + 1) * changesAtOnce)
  )

/** Commits one part after another. Other work runs between two commits. */
const commitAll = Effect.fnUntraced(function* (parts: ReadonlyArray<ReadonlyArray<Change>>) {
  const storage = yield* Storage
  for (const part of parts) {
    yield* storage.commit(part)
    yield* Effect.yieldNow
  }
})

/**
 * The wait before all steps are done again. A handler, a delivery or a provider's call that had
 * read personal data before it was erased may write a text after it. By then it has ended.
 */
const nextPassMs = hourMs
const passes = 2

const stepDone = (row: Erasure, now: Millis): Erasure => {
  const step = erasureSteps[erasureSteps.indexOf(row.step) + 1] ?? "done"
  if (step !== "done") return { ...row, step, after: null }
  const done = (row.passes ?? 0) + 1
  return done < passes
    ? { ...row, step: "customer", after: null, passes: done }
    : { ...row, step, after: null, passes: done, doneAt: now }
}

/**
 * A payment has about ten rows, so a few of them make a commit of the size of a charge's. Other
 * work waits for this commit.
 */
const paymentsAtOnce = 2
const rowsAtOnce = 50

const pageOf = (scope: Scope, { id, step, after, passes = 0 }: Erasure) => {
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
        Effect.map(Effect.forEach(rows, erasedInTurn), (all) => all.flat())
      )
    case "answers":
      return page(scope, IdempotencyRecordCollection, { where: {}, after }, (rows) =>
        erasedAnswers(scope, id, rows)
      )
    case "modules":
      return modulePage(scope, id, after)
    case "notifications":
      return page(scope, KeptNotificationCollection, { where: {}, after }, (rows) =>
        Effect.map(
          ownedBy(scope, id, rows, ({ payment }) => payment),
          (owned) =>
            changed(KeptNotificationCollection, owned, (row) => ({
              ...row,
              notice: erasedNotice(row.notice)
            }))
        )
      )
    case "parked":
      return parkedPage(scope, id, after)
    case "vault":
      return vaultPage(scope, id, after, passes)
    case "done":
      return Effect.succeed<Page>({ changes: [], next: null })
  }
}

/** Cards are deleted in the second pass, when no charge can use them any more. */
const vaultPage = (scope: Scope, customer: string, after: string | null, done: number) =>
  done === 0
    ? Effect.succeed<Page>({ changes: [], next: null })
    : Effect.map(forgetCards(scope, customer, after), (next): Page => ({ changes: [], next }))

/** Lets other work of the process run before each payment. */
const erasedInTurn = (payment: Stored<PaymentRecord>) =>
  Effect.andThen(Effect.yieldNow, erasedPayment(payment))

const erasedAnswers = Effect.fnUntraced(function* (
  scope: Scope,
  customer: string,
  rows: ReadonlyArray<Stored<IdempotencyRecord>>
) {
  const owned = yield* ownersOf(scope, customer, rows)
  const { endpoints } = yield* ModuleErasure
  return changed(IdempotencyRecordCollection, owned, (row) => erasedAnswer(row, endpoints))
})

/** Erases a page of the rows of modules. The position is a table's name, a slash and an id. */
const modulePage = Effect.fnUntraced(function* (
  scope: Scope,
  customer: string,
  after: string | null
) {
  const { tables } = yield* ModuleErasure
  const [name = "", ...id] = after?.split("/") ?? []
  // An engine without the module of the position begins with the first table again.
  const at = Math.max(
    0,
    tables.findIndex(({ of }) => of.name === name)
  )
  const table = tables[at]
  if (table === undefined) return { changes: [], next: null } satisfies Page
  const isWithin = table.of.name === name && id.join("/") !== ""
  const rows = yield* ownRows(scope, table, {
    customer,
    after: isWithin ? id.join("/") : null,
    limit: rowsAtOnce
  })
  const ids = rows.map(({ row }) => row.id)
  const about =
    rows.length === 0 ? [] : yield* erasedAbout(scope, ids, { erased: erasedModuleJson })
  const changes = [...(yield* erasedOwnRows(table, rows)), ...about]
  const following = tables[at + 1]
  if (rows.length === rowsAtOnce)
    return { changes, next: `${table.of.name}/${ids.at(-1)}` } satisfies Page
  const next = following === undefined ? null : `${following.of.name}/`
  return { changes, next } satisfies Page
})

const parkedPage = Effect.fnUntraced(function* (
  scope: Scope,
  customer: string,
  after: string | null
) {
  let ofDeployment: ReadonlyArray<Change> = []
  const about = yield* page(deploymentScope, ParkedCollection, { where: {}, after }, (rows) =>
    Effect.flatMap(parkedOf(scope, customer, rows), (owned) => {
      ofDeployment = changed(ParkedCollection, owned, erasedParked)
      return withAbout(scope, owned, [])
    })
  )
  return { ...about, ofDeployment } satisfies Page
})

const erasedParked = (row: ParkedRecord): ParkedRecord => ({
  ...row,
  error: row.error === null ? null : erasedText
})

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
