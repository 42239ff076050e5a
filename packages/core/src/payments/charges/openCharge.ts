import type { VaultedCard } from "../../cards/vault/CardVault.ts"
import type { AttemptId, IdempotencyRecordId } from "../../kernel/primitives/PublicId.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { insertJob } from "../../platform/jobs/scheduleJob.ts"
import { type Change, insert, inserted, update, updated } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { ChangedDetail, ChargeDetails } from "../../providers/ChargeDetails.ts"
import { type ChargeSource, withoutSourceSecrets } from "../../providers/ChargeSource.ts"
import { type DeclineCategory, type DeclineCode, declineBlock } from "../../providers/Decline.ts"
import type { PaymentProvider } from "../../providers/PaymentProvider.ts"
import { engineProviderName } from "../../providers/Providers.ts"
import type { RouteFacts } from "../../providers/RouteFacts.ts"
import type { ThreeDsAuthentication } from "../../providers/ThreeDsAuthentication.ts"
import type { Mid } from "../../routing/Mid.ts"
import type { Route } from "../../routing/Route.ts"
import { AttemptCollection, type AttemptRecord } from "./Attempt.ts"
import type { OpenedAttempt } from "./AttemptRows.ts"
import { PaymentCollection, type PaymentRecord } from "./Payment.ts"
import { recordTransition } from "./paymentEvents.ts"
import { paymentAfter } from "./paymentMachine.ts"
import { recoveryJob, sendChargeWithinMs } from "./recoveryJob.ts"

/** A charge to be made: the first of a new payment, or a further one of a declined payment. */
export interface ChargeInput {
  readonly commit: CommitContext
  /** The payment before the charge. */
  readonly payment: PaymentRecord
  /** The same as it is stored; null where it is new. */
  readonly stored: Stored<PaymentRecord> | null
  readonly source: ChargeSource
  /** The card of the vault that pays; null where none does. */
  readonly card: VaultedCard | null
  /** What providers are told beside; what an account has a say in is left to `detailsOn`. */
  readonly details: Pick<ChargeDetails, "customer" | "billingAddress" | "description" | "device">
  /** Where a payer who is there comes back to; null where none is. */
  readonly returnUrl: string | null
  readonly facts: RouteFacts
  /** What the issuer vouched for; null where it was not asked, or could not say. */
  readonly threeDs: ThreeDsAuthentication | null
  /** The key of the request that makes it; null where there is none. */
  readonly idempotencyRecord: IdempotencyRecordId | null
}

/** A payment as the commit that opens its charge leaves it. */
export interface OpenedPayment {
  readonly changes: ReadonlyArray<Change>
  readonly payment: Stored<PaymentRecord>
  /** The attempt to carry through, null where the payment rests already. */
  readonly attempt: OpenedAttempt | null
}

/** Why the engine itself declines; the raw code is for the merchant's side only. */
export interface EngineDecline {
  readonly code: DeclineCode
  readonly category: DeclineCategory
  readonly rawCode: string
}

/** A MID that the cascade may go to. */
export interface RouteTarget {
  readonly mid: Mid
  readonly provider: PaymentProvider
  /** What is charged, as this account knows it. */
  readonly source: ChargeSource
  /** The texts that this account's provider is told otherwise than they were given. */
  readonly changedDetails: ReadonlyArray<ChangedDetail>
}

/** Declined before anything was sent: by risk, or because no MID can take it now. */
export const openDeclined = (
  basis: ChargeInput,
  route: Route,
  refusal: EngineDecline
): OpenedPayment => {
  const { commit } = basis
  const decline = declineBlock(refusal.code, refusal.category, commit.now)
  const attempt: AttemptRecord = {
    ...attemptOf(basis, route, null),
    status: "declined",
    source: withoutSourceSecrets(basis.source),
    decline,
    rawCode: refusal.rawCode,
    settledAt: commit.now
  }
  const processing = markProcessing(basis.payment, attempt)
  const after = asStored(basis, paymentAfter(processing, "decline", { decline }))
  return {
    payment: after,
    attempt: null,
    changes: [
      paymentChange(basis, after.row),
      insert(commit.scope, AttemptCollection, attempt),
      ...recordTransition(commit, processing, after)
    ]
  }
}

/** Opens an attempt, with its reference, its deadline and its recovery job. */
export const openCharge = (
  basis: ChargeInput,
  route: Route,
  target: RouteTarget,
  callTimeoutMs: number
): OpenedPayment => {
  const { commit } = basis
  const { scope } = commit
  const attempt = attemptOf(basis, route, target)
  const payment = asStored(basis, markProcessing(basis.payment, attempt))
  const job = recoveryJob(commit, attempt, callTimeoutMs)
  return {
    payment,
    attempt: { payment, attempt: inserted(scope, attempt), job },
    changes: [
      paymentChange(basis, payment.row),
      insert(scope, AttemptCollection, attempt),
      insertJob(job)
    ]
  }
}

const markProcessing = (payment: PaymentRecord, attempt: AttemptRecord): PaymentRecord =>
  paymentAfter(payment, "process", { attempts: payment.attempts.concat(attempt.id), decline: null })

const paymentChange = ({ commit, stored: before }: ChargeInput, payment: PaymentRecord): Change =>
  before === null
    ? insert(commit.scope, PaymentCollection, payment)
    : update(PaymentCollection, before, payment)

const asStored = ({ commit, stored: before }: ChargeInput, payment: PaymentRecord) =>
  before === null ? inserted(commit.scope, payment) : updated(before, payment)

/** What the provider of a MID is told of a charge beside what is paid by what. */
export const detailsOn = (
  { details, payment }: ChargeInput,
  { statementDescriptor, metadataKeys }: Mid
): ChargeDetails => ({
  ...details,
  statementDescriptor,
  metadata: Object.fromEntries(
    Object.entries(payment.metadata).filter(([key]) => metadataKeys.includes(key))
  )
})

/** Without a lookup the same charge may have to be sent again, told just as it was before. */
const keptDetails = (basis: ChargeInput, target: RouteTarget | null) =>
  target === null || target.provider.capabilities.lookup
    ? {}
    : { details: detailsOn(basis, target.mid) }

/** A pending attempt on a MID; on none where the engine itself refuses. */
export const attemptOf = (
  basis: ChargeInput,
  route: Route,
  target: RouteTarget | null
): AttemptRecord => {
  const { commit } = basis
  const id: AttemptId = commit.id("attempt")
  return {
    id,
    payment: basis.payment.id,
    provider: target?.provider.name ?? engineProviderName,
    providerReference: id,
    relayUsed: target?.provider.capabilities.usesCardRelay ?? false,
    status: "pending",
    mid: target?.mid.id ?? null,
    routingRule: route.rule,
    credentials: target?.mid.credentials ?? "",
    source: target?.source ?? basis.source,
    ...keptDetails(basis, target),
    ...(target === null || target.changedDetails.length === 0
      ? {}
      : { changedDetails: target.changedDetails }),
    fingerprint: basis.card?.fingerprint ?? null,
    returnUrl: basis.returnUrl,
    action: null,
    pendingTold: false,
    facts: basis.facts,
    candidates: route.candidates,
    decline: null,
    rawCode: null,
    networkCode: null,
    reason: null,
    networkReference: null,
    threeDs: basis.threeDs,
    sendBefore: commit.now + sendChargeWithinMs,
    idempotencyRecord: basis.idempotencyRecord,
    created: commit.now,
    settledAt: null
  }
}
