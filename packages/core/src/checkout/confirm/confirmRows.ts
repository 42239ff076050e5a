import { Effect, Option } from "effect"
import { PlanRetired } from "../../billing/plans/errors.ts"
import { getPlan } from "../../billing/plans/Plan.ts"
import { loadOverdueCycle, type Owed } from "../../billing/recovery.ts"
import { CustomerCollection, type CustomerRecord, payerOf } from "../../cards/customers/Customer.ts"
import type { VaultedCard } from "../../cards/vault/CardVault.ts"
import { withCountryInCapitals } from "../../kernel/primitives/CountryCode.ts"
import { getPayment } from "../../payments/charges/getPayment.ts"
import { newPayment } from "../../payments/charges/newPayment.ts"
import type { PaymentRecord } from "../../payments/charges/Payment.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { findJob, removeJob, scheduleJob } from "../../platform/jobs/scheduleJob.ts"
import { type Change, update } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Job } from "../../platform/storage/Job.ts"
import { readTogether } from "../../platform/storage/readTogether.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { currentCommitContext } from "../../platform/tenants/accountSettings.ts"
import { type ChargeDetails, unknownAddress } from "../../providers/ChargeDetails.ts"
import { paymentTypeOf } from "../sessions/availableMethods.ts"
import type { CheckoutSessionRecord } from "../sessions/CheckoutSession.ts"
import { stillOwed } from "../sessions/payableAt.ts"
import { getCheckoutSession } from "../sessions/retrieveCheckoutSession.ts"
import { type ThreeDsSession, ThreeDsSessionCollection } from "../three-ds/ThreeDsSession.ts"

/** The rows on which a payer's confirm is decided. */
export interface ConfirmRows {
  readonly commit: CommitContext
  readonly session: Stored<CheckoutSessionRecord>
  /** The session's payment, or a new one if it has none yet. */
  readonly payment: PaymentRecord
  /** The stored payment. Null if the payment is new. */
  readonly stored: Stored<PaymentRecord> | null
  /** The open challenge. Null if there is none. */
  readonly challenge: Stored<ThreeDsSession> | null
  /** The job that ends the wait for the payer. Null if there is none. */
  readonly expiry: Stored<Job> | null
  /** The overdue cycle that the session pays. Null if there is none. */
  readonly owed: Owed | null
  /** The payer's customer and billing address, as far as they are known. */
  readonly payer: Pick<ChargeDetails, "customer" | "billingAddress">
}

/** Reads the rows on which a confirm of a session is decided. */
export const loadConfirm = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const [session, commit] = yield* readTogether(
    getCheckoutSession(scope, id),
    currentCommitContext(scope)
  )
  const { payment, threeDs } = session.row
  const stored = payment === null ? null : yield* Effect.orDie(getPayment(scope, payment))
  const challenge =
    threeDs === null ? null : yield* storage.get(scope, ThreeDsSessionCollection, threeDs)
  // The commit that inserts this job also sets the session's payment.
  const expiry = payment === null ? null : yield* findJob(scope, "expire_authentication", id)
  const rows: ConfirmRows = {
    commit,
    session,
    payment: stored?.row ?? firstPayment(commit, session.row),
    stored,
    challenge: challenge === null ? null : Option.getOrNull(challenge),
    expiry,
    owed:
      session.row.recovers === undefined
        ? null
        : yield* loadOverdueCycle(scope, session.row.recovers),
    payer: yield* loadPayer(session)
  }
  return rows
})

/**
 * Succeeds if the session's purpose is still valid: an overdue cycle is still unpaid, and a plan
 * still accepts subscribers. Fails with the reason if not.
 */
export const stillOnOffer = Effect.fnUntraced(function* ({ session, owed }: ConfirmRows) {
  const { scope, row } = session
  if (owed !== null) yield* Effect.fromResult(stillOwed(row, owed))
  const id = row.plan ?? null
  if (id === null) return
  const { status } = (yield* Effect.orDie(getPlan(scope, id))).row
  if (status !== "active") return yield* new PlanRetired({ plan: id, status })
})

const firstPayment = (commit: CommitContext, session: CheckoutSessionRecord): PaymentRecord => ({
  ...newPayment(commit, {
    amount: session.amount,
    currency: session.currency,
    type: paymentTypeOf(session),
    storedCredential: session.storedCredential,
    customer: session.customer,
    checkoutSession: session.id,
    captureMethod: session.captureMethod ?? "automatic",
    authorization: session.authorization,
    splits: session.splits
  }),
  ...(session.recovers === undefined ? {} : { billingCycle: session.recovers })
})

/**
 * Returns the session's customer, and the billing address of its order or of the customer. If the
 * address has no country, the session's market is used.
 */
export const loadPayer = Effect.fnUntraced(function* ({
  scope,
  row
}: Stored<CheckoutSessionRecord>) {
  const storage = yield* Storage
  const found =
    row.customer === null
      ? Option.none<Stored<CustomerRecord>>()
      : yield* storage.get(scope, CustomerCollection, row.customer)
  const customer = Option.getOrNull(found)?.row ?? null
  const known = row.orderDetails?.billingAddress ?? customer?.billingAddress
  const address = withCountryInCapitals({ ...unknownAddress, ...known })
  const payer: ConfirmRows["payer"] = {
    customer: customer === null ? null : payerOf(customer),
    billingAddress: { ...address, country: address.country ?? row.country }
  }
  return payer
})

/** Ends the wait for the payer. The open challenge can't be used any more. */
export const isWaitOver = ({ challenge, expiry }: ConfirmRows): ReadonlyArray<Change> => [
  ...challengeOver(challenge),
  ...removeJob(expiry)
]

/** Ends a challenge if it is open. */
export const challengeOver = (challenge: Stored<ThreeDsSession> | null): ReadonlyArray<Change> =>
  challenge === null || challenge.row.status === "over"
    ? []
    : [update(ThreeDsSessionCollection, challenge, { ...challenge.row, status: "over" })]

/** Schedules the release of the card of an open challenge, if another card replaces it. */
export const replaceCard = (
  { commit, challenge }: ConfirmRows,
  card: VaultedCard | null
): ReadonlyArray<Change> =>
  challenge === null ||
  challenge.row.status === "over" ||
  challenge.row.card.vaultReference === card?.vaultReference
    ? []
    : [scheduleJob(commit, "release_card", challenge.row.id, commit.now)]
