import { Effect, Option } from "effect"
import { cycleAdopted } from "../billing/adoptedCycle.ts"
import { CustomerCollection } from "../cards/customers/Customer.ts"
import {
  PaymentInstrumentCollection,
  type PaymentInstrumentRecord
} from "../cards/saved/PaymentInstrument.ts"
import { sessionAdopted } from "../checkout/sessions/adoptedSession.ts"
import { EngineConfig } from "../kernel/EngineOptions.ts"
import { timeOfId } from "../kernel/ids/Moment.ts"
import { nextStatus } from "../kernel/Machine.ts"
import { AttemptCollection, type AttemptRecord } from "../payments/charges/Attempt.ts"
import type { ChargeOrigin } from "../payments/charges/chargeOrigin.ts"
import { noDetails } from "../payments/charges/chargeRequest.ts"
import { recordAttemptAlert } from "../payments/charges/decision.ts"
import { instrumentCharge } from "../payments/charges/instrumentCharge.ts"
import { type ChargeInput, newAttempt } from "../payments/charges/newAttempt.ts"
import { newPayment } from "../payments/charges/newPayment.ts"
import { PaymentCollection, type PaymentRecord } from "../payments/charges/Payment.ts"
import { paymentAfter, paymentMachine } from "../payments/charges/paymentMachine.ts"
import { recoveryJob } from "../payments/charges/recoveryJob.ts"
import type { CommitContext } from "../platform/events/CommitContext.ts"
import { insertJob } from "../platform/jobs/scheduleJob.ts"
import { type Change, insert, inserted, update } from "../platform/storage/Change.ts"
import type { Stored } from "../platform/storage/Collection.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { currentCommitContext } from "../platform/tenants/accountSettings.ts"
import type { PaymentProvider } from "../providers/PaymentProvider.ts"
import type { Mid } from "../routing/Mid.ts"
import { isHold, type UnknownCharge } from "./UnknownCharge.ts"

/** The merchant account of an adopted charge. */
interface Adopting {
  readonly scope: Scope
  readonly account: Mid
  readonly provider: PaymentProvider
}

/** The result of an adoption. */
interface Adopted {
  /** False if the charge can't be booked, because its payment was paid otherwise. */
  readonly isOpened: boolean
  /** The task of a person, as a sentence. Null if there is none. */
  readonly rest: string | null
}

/**
 * Opens a charge that was made after the backup: its payment and attempt get their old ids, and the
 * attempt is in flight, as after a crash between the call and its answer. The session or billing
 * cycle that it pays moves with it, so nobody pays it again. The provider's state then decides the
 * attempt.
 */
export const openAdopted = Effect.fnUntraced(function* (
  { scope, account, provider }: Adopting,
  unknown: UnknownCharge
) {
  const storage = yield* Storage
  const { providerTimeoutMs } = yield* EngineConfig
  const { origin } = unknown
  const commit = yield* currentCommitContext(scope)
  const stored = Option.getOrNull(yield* storage.get(scope, PaymentCollection, origin.payment))
  // Another reconciliation that runs now has opened it.
  if (stored?.row.attempts.some((id) => id === unknown.listed.reference)) {
    return { isOpened: true, rest: null } satisfies Adopted
  }
  if (stored !== null && nextStatus(paymentMachine, stored.row.status, "process") === undefined) {
    const rest = `Its payment is ${stored.row.status}, so it was paid twice. Refund it there.`
    return { isOpened: false, rest } satisfies Adopted
  }
  const subjects = yield* loadSubjects(scope, origin)
  const input = inputOf(commit, unknown, stored, subjects)
  const target = { mid: account, provider, source: input.source, changedDetails: [] }
  const attempt = attemptOf(newAttempt(input, noRoute, target), unknown)
  const payment = paymentAfter(input.payment, "process", {
    attempts: [...input.payment.attempts, attempt.id],
    decline: null
  })
  const changes: ReadonlyArray<Change> = [
    stored === null
      ? insert(scope, PaymentCollection, payment)
      : update(PaymentCollection, stored, payment),
    insert(scope, AttemptCollection, attempt),
    insertJob(recoveryJob(commit, attempt, providerTimeoutMs)),
    ...recordAttemptAlert(commit, "alert.charge_adopted", inserted(scope, attempt)),
    ...subjects.changes
  ]
  yield* storage.commit(changes)
  return { isOpened: true, rest: subjects.rest } satisfies Adopted
})

const noRoute = { rule: null, candidates: [], targets: [] }

/** The attempt as its process left it: sent, and without an answer. */
const attemptOf = (made: AttemptRecord, { listed }: UnknownCharge): AttemptRecord => {
  const { details: _, ...attempt } = made
  return {
    ...attempt,
    id: listed.reference as AttemptRecord["id"],
    providerReference: listed.charge.providerReference,
    status: "unknown",
    pendingTold: true,
    sendBefore: listed.created,
    created: timeOfId(listed.reference)
  }
}

/** The rows that an adopted payment belongs to, as far as the books have them. */
interface Subjects {
  readonly customer: PaymentRecord["customer"]
  readonly instrument: PaymentInstrumentRecord | null
  readonly session: PaymentRecord["checkoutSession"]
  readonly cycle: PaymentRecord["billingCycle"] | null
  readonly changes: ReadonlyArray<Change>
  readonly rest: string | null
}

const loadSubjects = Effect.fnUntraced(function* (scope: Scope, origin: ChargeOrigin) {
  const storage = yield* Storage
  const { cycle, checkout, customer = "", card = "" } = origin
  const payment = origin.payment as PaymentRecord["id"]
  const payer = yield* storage.get(scope, CustomerCollection, customer)
  const instrument = yield* storage.get(scope, PaymentInstrumentCollection, card)
  const charging = cycle === undefined ? null : yield* cycleAdopted(scope, cycle, payment)
  const session = checkout === undefined ? null : yield* sessionAdopted(scope, checkout, payment)
  const lacksCycle = cycle !== undefined && charging === null
  return {
    customer: Option.getOrNull(payer)?.row.id ?? null,
    instrument: Option.getOrNull(instrument)?.row ?? null,
    session: session === null ? null : (checkout as PaymentRecord["checkoutSession"]),
    cycle: charging === null ? null : (cycle as PaymentRecord["billingCycle"]),
    changes: [...(charging ?? []), ...(session?.changes ?? [])],
    rest: restOf(lacksCycle, session?.needsSubscription === true)
  } satisfies Subjects
})

const restOf = (lacksCycle: boolean, lacksSubscription: boolean): string | null => {
  if (lacksCycle) {
    return "The books can't pay its billing cycle with it. Check or create its subscription."
  }
  return lacksSubscription
    ? "A subscription began with it, and its card is lost. Create the subscription again."
    : null
}

/** Returns the charge as a request of the engine would have made it. */
const inputOf = (
  commit: CommitContext,
  { listed, origin }: UnknownCharge,
  stored: Stored<PaymentRecord> | null,
  { customer, instrument, session, cycle }: Subjects
): ChargeInput => {
  const { charge, apm } = listed
  const made: PaymentRecord = {
    ...newPayment(commit, {
      amount: charge.amount,
      currency: charge.currency as PaymentRecord["currency"],
      type: origin.type,
      storedCredential: null,
      customer,
      checkoutSession: session,
      captureMethod: isHold(listed) ? "manual" : "automatic"
    }),
    id: origin.payment as PaymentRecord["id"],
    paymentInstrument: instrument?.id ?? null,
    ...(cycle == null ? {} : { billingCycle: cycle }),
    created: timeOfId(origin.payment)
  }
  const payment = stored?.row ?? made
  if (instrument !== null) {
    const byCard = { commit, payment, instrument, customer: null, idempotencyRecord: null }
    return { ...instrumentCharge(byCard), stored }
  }
  return {
    commit,
    payment,
    stored,
    source: apm === undefined ? unknownCard : { _tag: "Apm", apm },
    card: null,
    details: noDetails,
    returnUrl: null,
    facts: {
      amount: charge.amount,
      currency: payment.currency,
      type: payment.type,
      method: apm === undefined ? "card" : "apm",
      methodType: apm ?? null,
      manualCapture: payment.captureMethod === "manual",
      brand: null,
      funding: null,
      cardCountry: null,
      country: null
    },
    threeDs: null,
    idempotencyRecord: null
  }
}

/** The vault's reference of the card is lost. The attempt is never sent again. */
const unknownCard = { _tag: "Vaulted", vaultReference: "" } as const
