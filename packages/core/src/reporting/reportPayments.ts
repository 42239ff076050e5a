import { Effect } from "effect"
import { BillingCycleCollection } from "../billing/cycles/BillingCycle.ts"
import { PaymentInstrumentCollection } from "../cards/saved/PaymentInstrument.ts"
import { currentMoment } from "../kernel/ids/Moment.ts"
import {
  ModificationCollection,
  type ModificationRecord
} from "../payments/captures-voids-refunds/Modification.ts"
import { AttemptCollection, type AttemptRecord } from "../payments/charges/Attempt.ts"
import { PaymentCollection, type PaymentRecord } from "../payments/charges/Payment.ts"
import { type Change, insert, update } from "../platform/storage/Change.ts"
import type { Collection, Row, Stored } from "../platform/storage/Collection.ts"
import { eachPage } from "../platform/storage/eachPage.ts"
import { retryConflicts } from "../platform/storage/retryConflicts.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { type FigureChange, FigureChangeCollection } from "./FigureChange.ts"
import { facetsOf } from "./facets.ts"
import { figureAmounts, summedUp, takenBack } from "./figureAmounts.ts"
import { type PaymentFacts, projectPayment } from "./projectPayment.ts"
import { ReportedPaymentCollection, type ReportedPaymentRecord } from "./ReportedPayment.ts"
import {
  mostMetadataTerms,
  type ReportedTerm,
  ReportedTermCollection,
  termDigest,
  termId
} from "./ReportedTerm.ts"

/**
 * Brings the reported rows of some payments up to date, and the figures with them, in one commit.
 * A repeated call changes nothing.
 */
export const reportPayments = (scope: Scope, payments: ReadonlyArray<string>) =>
  retryConflicts(reportOnce(scope, payments))

const reportOnce = Effect.fnUntraced(function* (scope: Scope, ids: ReadonlyArray<string>) {
  const storage = yield* Storage
  // The reported rows are read first. If one is still the same at the commit, nobody has reported
  // the payment since, so the payment that is read now is at least as new as any reported one.
  const reported = yield* storage.getMany(scope, ReportedPaymentCollection, ids)
  const facts = yield* loadFacts(scope, ids)
  const before = new Map(reported.map((stored) => [stored.row.id as string, stored]))
  const moves = facts.flatMap((of): ReadonlyArray<Move> => {
    const stored = before.get(of.payment.id) ?? null
    // A newer release may have added fields.
    const row = { ...stored?.row, ...projectPayment(of) }
    return stored !== null && isSame(stored.row, row) ? [] : [{ stored, row, of }]
  })
  if (moves.length === 0) return
  const { id } = yield* currentMoment
  const change = figureChange(id("report"), moves)
  yield* storage.commit([
    ...moves.flatMap((move) => changesOf(scope, move)),
    ...(change === null ? [] : [insert(scope, FigureChangeCollection, change)])
  ])
})

/** The change of a payment's reported row. `stored` is null if the row is new. */
interface Move {
  readonly stored: Stored<ReportedPaymentRecord> | null
  readonly row: ReportedPaymentRecord
  readonly of: PaymentFacts
}

const isSame = (one: ReportedPaymentRecord, other: ReportedPaymentRecord): boolean =>
  ReportedPaymentCollection.encode(one) === ReportedPaymentCollection.encode(other)

const changesOf = (scope: Scope, { stored, row, of }: Move): ReadonlyArray<Change> => [
  stored === null
    ? insert(scope, ReportedPaymentCollection, row)
    : update(ReportedPaymentCollection, stored, row),
  ...[...(stored === null ? metadataTerms(of) : []), ...newReferences(stored?.row, row)].map(
    (term) => insert(scope, ReportedTermCollection, term)
  )
]

/** Returns the terms of a payment's metadata. They are written with its row and never change. */
const metadataTerms = ({ payment }: PaymentFacts): ReadonlyArray<ReportedTerm> =>
  Object.entries(payment.metadata)
    .slice(0, mostMetadataTerms)
    .map(([key, value], nth) => ({
      id: termId(payment.id, "metadata", nth),
      payment: payment.id,
      key,
      digest: termDigest(value)
    }))

/** Returns the terms of earlier attempts whose references the stored row doesn't have yet. */
const newReferences = (
  before: ReportedPaymentRecord | undefined,
  { id, attempts }: ReportedPaymentRecord
): ReadonlyArray<ReportedTerm> =>
  attempts.flatMap(({ reference }, nth) =>
    reference === undefined || before?.attempts[nth]?.reference !== undefined
      ? []
      : [
          {
            id: termId(id, "reference", nth),
            payment: id,
            key: null,
            digest: termDigest(reference)
          }
        ]
  )

const figureChange = (id: string, moves: ReadonlyArray<Move>): FigureChange | null => {
  const amounts = moves.flatMap(({ stored, row }) => [
    ...(stored === null ? [] : takenBack(figureAmounts(stored.row))),
    ...figureAmounts(row)
  ])
  const payments = new Map<string, number>()
  const count = (row: ReportedPaymentRecord, by: number) => {
    const facets = facetsOf(row)
    payments.set(facets, (payments.get(facets) ?? 0) + by)
  }
  for (const { stored, row } of moves) {
    if (stored !== null) count(stored.row, -1)
    count(row, 1)
  }
  const change: FigureChange = {
    id,
    amounts: summedUp(amounts),
    facets: Array.from(payments, ([facets, by]) => ({ facets, payments: by })).filter(
      (each) => each.payments !== 0
    )
  }
  return change.amounts.length + change.facets.length === 0 ? null : change
}

/** Reads payments with the rows that their reports are made from. */
export const loadFacts = Effect.fnUntraced(function* (scope: Scope, ids: ReadonlyArray<string>) {
  const payments = yield* rowsOf(scope, PaymentCollection, ids)
  const attempts = byId(
    yield* rowsOf(
      scope,
      AttemptCollection,
      payments.flatMap((payment) => payment.attempts)
    )
  )
  const refunds = yield* refundsOf(
    scope,
    payments.filter(({ amountRefunded }) => amountRefunded > 0n).map(({ id }) => id)
  )
  const cycles = byId(
    yield* rowsOf(
      scope,
      BillingCycleCollection,
      payments.flatMap(({ billingCycle, amountCaptured }) =>
        billingCycle === undefined || amountCaptured === 0n ? [] : [billingCycle]
      )
    )
  )
  const attemptsOf = ({ attempts: ids }: PaymentRecord) =>
    ids.flatMap((id) => attempts.get(id) ?? [])
  const instruments = byId(
    yield* rowsOf(
      scope,
      PaymentInstrumentCollection,
      payments.flatMap((payment) =>
        payment.paymentInstrument !== null && attemptsOf(payment).some(lacksLast4)
          ? [payment.paymentInstrument]
          : []
      )
    )
  )
  return payments.map(
    (payment): PaymentFacts => ({
      payment,
      attempts: attemptsOf(payment),
      refunds: refunds.filter((refund) => refund.payment === payment.id),
      cycle: cycles.get(payment.billingCycle ?? "") ?? null,
      instrument: instruments.get(payment.paymentInstrument ?? "") ?? null
    })
  )
})

/** An attempt of an earlier release lacks the last four digits of its card. */
const lacksLast4 = ({ last4, facts }: AttemptRecord): boolean =>
  last4 === undefined && facts.brand !== null

const rowsOf = Effect.fnUntraced(function* <R extends Row>(
  scope: Scope,
  of: Collection<R>,
  ids: ReadonlyArray<string>
) {
  if (ids.length === 0) return []
  const storage = yield* Storage
  const found = yield* storage.getMany(scope, of, [...new Set(ids)])
  return found.map(({ row }) => row)
})

const byId = <R extends Row>(rows: ReadonlyArray<R>): ReadonlyMap<string, R> =>
  new Map(rows.map((row) => [row.id, row]))

const refundsOf = Effect.fnUntraced(function* (scope: Scope, payments: ReadonlyArray<string>) {
  const found: Array<ModificationRecord> = []
  if (payments.length === 0) return found
  yield* eachPage(
    scope,
    ModificationCollection,
    { where: { refundsOf: payments }, order: "asc" },
    (page) =>
      Effect.sync(() => {
        found.push(...page.map(({ row }) => row))
      })
  )
  return found
})
