import { Effect, Option } from "effect"
import { loadModification } from "../payments/captures-voids-refunds/ModificationRows.ts"
import { loadRefunded } from "../payments/captures-voids-refunds/refundNotified.ts"
import { type AttemptRows, loadAttempt } from "../payments/charges/AttemptRows.ts"
import { loadDispute } from "../payments/disputes/disputeNotified.ts"
import { retryConflicts } from "../platform/storage/retryConflicts.ts"
import type { ChangedDispute, ChangedRefund } from "../providers/ChangeListing.ts"
import type { ProviderNotification } from "../providers/ProviderNotification.ts"
import type { Mid } from "../routing/Mid.ts"
import { type AccountBooks, addFinding, bookNotification } from "./AccountBooks.ts"
import { openAdopted } from "./adoptCharge.ts"
import { bookCharge } from "./bookCharge.ts"
import type { ReconcileFinding } from "./ReconcileReport.ts"
import type { UnknownCharge } from "./UnknownCharge.ts"

/** Books a charge that the books lack. */
export const bookUnknownCharge = Effect.fnUntraced(function* (
  books: AccountBooks,
  account: Mid,
  unknown: UnknownCharge
) {
  const { listed, origin } = unknown
  const { reference, charge } = listed
  const { amount, currency, state } = charge
  const finding = {
    kind: "adopted" as const,
    reference,
    payment: origin.payment,
    amount,
    currency,
    state
  }
  books.compared.add(reference)
  if (books.reportOnly) return addFinding(books, finding)
  const { scope, provider } = books
  const opened = yield* retryConflicts(openAdopted({ scope, account, provider }, unknown))
  const rows = opened.isOpened ? yield* loadAttempt(scope, reference) : Option.none()
  const inner = { ...books, findings: [] as Array<ReconcileFinding> }
  // A charge that waits for a payer is canceled by its job.
  if (Option.isSome(rows) && state !== "requires_action") {
    yield* bookCharge(inner, rows.value, charge)
  }
  addFinding(books, finding, opened.rest ?? inner.findings[0]?.rest ?? null)
})

const restBy = (obstacle: string | null): string | null =>
  obstacle === null ? null : `It can't be booked (${obstacle}): see its alert.`

/** Returns the rows of a listed change's charge, if it is a charge of this account. */
const chargeOf = Effect.fnUntraced(function* (books: AccountBooks, reference: string) {
  const found = yield* loadAttempt(books.scope, reference)
  return Option.filter(found, ({ attempt }) => attempt.row.mid === books.mid)
})

/** Books a refund that the books lack, or that has changed. */
export const bookRefund = Effect.fnUntraced(function* (books: AccountBooks, listed: ChangedRefund) {
  const { refund, refundReference } = listed
  const { providerReference, amount, currency, state } = refund
  const found = yield* chargeOf(books, listed.reference)
  if (Option.isNone(found)) {
    // Without adoption the charge is still unknown. The report has the refund all the same.
    if (books.reportOnly && books.compared.has(listed.reference)) {
      const kind = "refund" as const
      const reference = refundReference ?? providerReference
      addFinding(books, { kind, reference, payment: null, amount, currency, state })
    }
    return
  }
  const known = yield* knownRefund(books, found.value, listed)
  if (known?.status === state) return
  const finding = {
    kind: "refund" as const,
    reference: known?.id ?? providerReference,
    payment: found.value.payment.row.id,
    amount,
    currency,
    state
  }
  if (books.reportOnly) return addFinding(books, finding)
  const id = `reconcile_${providerReference}_${state}`
  const { rawCode = null } = refund
  const own: ProviderNotification | null =
    known !== null && known.id === refundReference
      ? {
          _tag: "Modification",
          id,
          reference: known.id,
          modification: { _tag: "Found", state, providerReference, rawCode }
        }
      : null
  const asNotified = own ?? { _tag: "Refund" as const, id, reference: listed.reference, refund }
  addFinding(books, finding, restBy(yield* bookNotification(books, asNotified)))
})

/** Returns the refund as the books have it: by our reference, or by the provider's. */
const knownRefund = Effect.fnUntraced(function* (
  { scope }: AccountBooks,
  rows: AttemptRows,
  { refundReference, refund }: ChangedRefund
) {
  const own =
    refundReference === null ? Option.none() : yield* loadModification(scope, refundReference)
  if (Option.isSome(own)) return own.value.modification.row
  const { known } = yield* loadRefunded(rows, refund)
  return known?.modification.row ?? null
})

/** Books a dispute that the books lack, or that has changed. */
export const bookDispute = Effect.fnUntraced(function* (
  books: AccountBooks,
  { reference, dispute }: ChangedDispute
) {
  const found = yield* chargeOf(books, reference)
  const { providerReference, stage, amount, currency } = dispute
  const isUnopened = books.reportOnly && books.compared.has(reference)
  if (Option.isNone(found) && !isUnopened) return
  const known = Option.isNone(found)
    ? null
    : (yield* loadDispute(found.value, providerReference)).dispute
  if (known?.row.stage === stage) return
  const finding = {
    kind: "dispute" as const,
    reference: providerReference,
    payment: Option.getOrNull(found)?.payment.row.id ?? null,
    amount,
    currency,
    state: stage
  }
  if (books.reportOnly) return addFinding(books, finding)
  const id = `reconcile_${providerReference}_${stage}_${amount}`
  const obstacle = yield* bookNotification(books, { _tag: "Dispute", id, reference, dispute })
  addFinding(books, finding, restBy(obstacle))
})
