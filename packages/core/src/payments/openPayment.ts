import type { PaymentInstrumentRecord } from "../cards/PaymentInstrument.ts"
import type { CustomerRecord } from "../customers/Customer.ts"
import { EventCollection } from "../events/Event.ts"
import { type Setting, transitionEvents } from "../events/eventsFor.ts"
import type { Claim } from "../idempotency/claimKey.ts"
import { JobCollection, newJob } from "../jobs/Job.ts"
import type { PaymentProvider } from "../providers/PaymentProvider.ts"
import { engineProviderName } from "../providers/Providers.ts"
import type { Mid } from "../routing/Mid.ts"
import type { Route, RouteFacts } from "../routing/Route.ts"
import { type Change, insert, inserted } from "../storage/Change.ts"
import type { Stored } from "../storage/Storage.ts"
import { dayMs } from "../values/durations.ts"
import type { AttemptId, PaymentId } from "../values/PublicId.ts"
import { AttemptCollection, type AttemptRecord } from "./Attempt.ts"
import { sendChargeWithinMs } from "./chargeRequest.ts"
import type { CreatePayment } from "./createPaymentInput.ts"
import { type DeclineCategory, type DeclineCode, declineBlock } from "./Decline.ts"
import { PaymentCollection, type PaymentRecord, paymentBody } from "./Payment.ts"
import { movedPayment, type OpenedAttempt, recoveryJob } from "./settlement.ts"

/** What a new payment is made of. */
export interface NewPayment {
  readonly setting: Setting
  readonly claim: Claim
  readonly input: CreatePayment
  readonly instrument: Stored<PaymentInstrumentRecord> | null
  readonly customer: Stored<CustomerRecord> | null
}

/** A payment as its first commit leaves it. */
export interface OpenedPayment {
  readonly changes: ReadonlyArray<Change>
  readonly payment: Stored<PaymentRecord>
  /** The attempt to carry through, null where the payment rests already. */
  readonly attempt: OpenedAttempt | null
}

/** What routing goes by, for a saved card. */
export const factsFor = (
  { input, customer }: NewPayment,
  instrument: PaymentInstrumentRecord
): RouteFacts => ({
  amount: input.amount,
  currency: input.currency,
  type: input.type,
  method: "card",
  manualCapture: input.captureMethod === "manual",
  brand: instrument.card.brand,
  funding: instrument.card.funding,
  cardCountry: instrument.card.country,
  country: customer?.row.billingAddress.country ?? null
})

const createdPayment = ({ setting, input, instrument, customer }: NewPayment): PaymentRecord => ({
  id: setting.id("payment"),
  status: "created",
  type: input.type,
  amount: input.amount,
  currency: input.currency,
  captureMethod: input.captureMethod ?? "automatic",
  amountCaptured: 0n,
  amountRefunded: 0n,
  amountReserved: 0n,
  amountDisputed: 0n,
  storedCredential: input.storedCredential ?? null,
  decline: null,
  disputed: false,
  attempts: [],
  customer: instrument?.row.customer ?? customer?.row.id ?? null,
  paymentInstrument: instrument?.row.id ?? null,
  checkoutSession: null,
  metadata: input.metadata ?? {},
  created: setting.now
})

/** Nothing to charge yet: it waits for a method, for a day. */
export const openWithoutMethod = (from: NewPayment): OpenedPayment => {
  const { setting, claim } = from
  const payment = movedPayment(createdPayment(from), "await_method", {})
  return {
    payment: inserted(setting.scope, payment),
    attempt: null,
    changes: [
      ...claim.answered(paymentBody(payment)),
      insert(setting.scope, PaymentCollection, payment),
      insert(
        setting.scope,
        JobCollection,
        newJob(setting, "expire_payment", payment.id, setting.now + dayMs)
      )
    ]
  }
}

/** Why the engine itself declines; the raw code is for the merchant's side only. */
export interface PreliminaryDecline {
  readonly code: DeclineCode
  readonly category: DeclineCategory
  readonly rawCode: string
}

/** Declined before anything was sent: by risk, or because no MID can take it now. */
export const openDeclined = (
  from: NewPayment,
  route: Route,
  facts: RouteFacts,
  refusal: PreliminaryDecline
): OpenedPayment => {
  const { setting, claim } = from
  const { scope } = setting
  const created = createdPayment(from)
  const decline = declineBlock(refusal.code, refusal.category, setting.now)
  const attempt: AttemptRecord = {
    ...attemptOf(from, created.id, route, facts, null),
    status: "declined",
    decline,
    rawCode: refusal.rawCode,
    settledAt: setting.now
  }
  const processing = movedPayment(created, "process", { attempts: [attempt.id] })
  const payment = movedPayment(processing, "decline", { decline })
  return {
    payment: inserted(scope, payment),
    attempt: null,
    changes: [
      ...claim.answered(paymentBody(payment)),
      insert(scope, PaymentCollection, payment),
      insert(scope, AttemptCollection, attempt),
      ...transitionEvents(setting, processing, payment, 1).map((row) =>
        insert(scope, EventCollection, row)
      )
    ]
  }
}

/** Opens the first attempt, with its reference, its deadline and its recovery job. */
export const openCharge = (
  from: NewPayment,
  route: Route,
  facts: RouteFacts,
  target: RouteTarget,
  callTimeoutMs: number
): OpenedPayment => {
  const { setting, claim } = from
  const { scope } = setting
  const created = createdPayment(from)
  const attempt = attemptOf(from, created.id, route, facts, target)
  const payment = inserted(scope, movedPayment(created, "process", { attempts: [attempt.id] }))
  const job = recoveryJob(setting, attempt, callTimeoutMs)
  return {
    payment,
    attempt: { payment, attempt: inserted(scope, attempt), job: inserted(scope, job) },
    changes: [
      ...claim.open,
      insert(scope, PaymentCollection, payment.row),
      insert(scope, AttemptCollection, attempt),
      insert(scope, JobCollection, job)
    ]
  }
}

/** A MID that the cascade may go to. */
export interface RouteTarget {
  readonly mid: Mid
  readonly provider: PaymentProvider
}

/** A pending attempt of a payment on a MID; on none where the engine itself refuses. */
export const attemptOf = (
  { setting, claim, instrument }: NewPayment,
  payment: PaymentId,
  route: Route,
  facts: RouteFacts,
  target: RouteTarget | null
): AttemptRecord => {
  const id: AttemptId = setting.id("attempt")
  return {
    id,
    payment,
    provider: target?.provider.name ?? engineProviderName,
    providerReference: id,
    relayUsed: target?.provider.capabilities.usesCardRelay ?? false,
    status: "pending",
    mid: target?.mid.id ?? null,
    routingRule: route.rule,
    credentials: target?.mid.credentials ?? "",
    vaultReference: instrument?.row.card.vaultReference ?? null,
    fingerprint: instrument?.row.card.fingerprint ?? null,
    facts,
    candidates: route.candidates,
    decline: null,
    rawCode: null,
    networkCode: null,
    networkReference: null,
    sendBefore: setting.now + sendChargeWithinMs,
    idempotencyRecord: claim.record.id,
    created: setting.now,
    settledAt: null
  }
}
