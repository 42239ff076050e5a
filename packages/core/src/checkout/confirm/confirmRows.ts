import { Effect, Option, Result } from "effect"
import { PlanRetired } from "../../billing/plans/errors.ts"
import { getPlan } from "../../billing/plans/Plan.ts"
import { isOverdue, loadOverdueCycle, type Owed } from "../../billing/recovery.ts"
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
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { currentCommitContext } from "../../platform/tenants/accountSettings.ts"
import { type ChargeDetails, unknownAddress } from "../../providers/ChargeDetails.ts"
import { paymentTypeOf } from "../sessions/availableMethods.ts"
import type { CheckoutSessionRecord } from "../sessions/CheckoutSession.ts"
import { SessionNotOpen, SessionProcessing } from "../sessions/errors.ts"
import type { Openness } from "../sessions/payableAt.ts"
import { getCheckoutSession } from "../sessions/retrieveCheckoutSession.ts"
import { type ThreeDsSession, ThreeDsSessionCollection } from "../three-ds/ThreeDsSession.ts"

/** What a payer's confirm is decided on, as it stands. */
export interface ConfirmRows {
  readonly commit: CommitContext
  readonly session: Stored<CheckoutSessionRecord>
  /** The session's payment, a new one where it has none yet. */
  readonly payment: PaymentRecord
  /** The same as it is stored; null where it is new. */
  readonly stored: Stored<PaymentRecord> | null
  /** The challenge that is open; null where none is. */
  readonly challenge: Stored<ThreeDsSession> | null
  /** The job that ends the wait for the payer; null where nobody waits. */
  readonly expiry: Stored<Job> | null
  /** What is owed of a subscription that the session is to pay; null where it is none. */
  readonly owed: Owed | null
  /** Who pays, as far as that is known. */
  readonly payer: Pick<ChargeDetails, "customer" | "billingAddress">
}

/** Reads what a confirm of a session is decided on. */
export const loadConfirm = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const session = yield* getCheckoutSession(scope, id)
  const commit = yield* currentCommitContext(scope)
  const { payment, threeDs } = session.row
  const stored = payment === null ? null : yield* Effect.orDie(getPayment(scope, payment))
  const challenge =
    threeDs === null ? null : yield* storage.get(scope, ThreeDsSessionCollection, threeDs)
  // The commit that writes this job sets the session's payment as well.
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
 * Whether what the session is for can still be had: what it is to pay is owed yet, and the plan
 * that its payer subscribes to takes subscribers.
 */
export const stillOnOffer = Effect.fnUntraced(function* ({ session, owed }: ConfirmRows) {
  const { scope, row } = session
  if (owed !== null) yield* Effect.fromResult(stillOwed(row, owed))
  const id = row.plan ?? null
  if (id === null) return
  const { status } = (yield* Effect.orDie(getPlan(scope, id))).row
  if (status !== "active") return yield* new PlanRetired({ plan: id, status })
})

/** It may have been charged to the saved card meanwhile, or be charged to that just now. */
const stillOwed = ({ id, payment }: CheckoutSessionRecord, owed: Owed): Openness => {
  const { status, payment: latest } = owed.cycle.row
  const about = { session: id, payment }
  if (isOverdue(owed) || (status === "charging" && latest === payment)) return Result.void
  return status === "charging"
    ? Result.fail(new SessionProcessing(about))
    : Result.fail(new SessionNotOpen({ ...about, status: "expired" }))
}

const firstPayment = (commit: CommitContext, session: CheckoutSessionRecord): PaymentRecord => ({
  ...newPayment(commit, {
    amount: session.amount,
    currency: session.currency,
    type: paymentTypeOf(session),
    storedCredential: session.storedCredential,
    customer: session.customer,
    checkoutSession: session.id
  }),
  ...(session.recovers === undefined ? {} : { billingCycle: session.recovers })
})

/** The session's customer; where their address names no country, it is the session's market. */
const loadPayer = Effect.fnUntraced(function* ({ scope, row }: Stored<CheckoutSessionRecord>) {
  const storage = yield* Storage
  const found =
    row.customer === null
      ? Option.none<Stored<CustomerRecord>>()
      : yield* storage.get(scope, CustomerCollection, row.customer)
  const customer = Option.getOrNull(found)?.row ?? null
  const address = withCountryInCapitals({ ...unknownAddress, ...customer?.billingAddress })
  const payer: ConfirmRows["payer"] = {
    customer: customer === null ? null : payerOf(customer),
    billingAddress: { ...address, country: address.country ?? row.country }
  }
  return payer
})

/** Nobody waits for the payer any more: the challenge is over, and good for nothing further. */
export const isWaitOver = ({ challenge, expiry }: ConfirmRows): ReadonlyArray<Change> => [
  ...challengeOver(challenge),
  ...removeJob(expiry)
]

/** Ends a challenge, where one is open. */
export const challengeOver = (challenge: Stored<ThreeDsSession> | null): ReadonlyArray<Change> =>
  challenge === null || challenge.row.status === "over"
    ? []
    : [update(ThreeDsSessionCollection, challenge, { ...challenge.row, status: "over" })]

/** The card of a challenge that nobody goes through any more, where another took its place. */
export const replaceCard = (
  { commit, challenge }: ConfirmRows,
  card: VaultedCard | null
): ReadonlyArray<Change> =>
  challenge === null ||
  challenge.row.status === "over" ||
  challenge.row.card.vaultReference === card?.vaultReference
    ? []
    : [scheduleJob(commit, "release_card", challenge.row.id, commit.now)]
