import { Effect, Option, Schema } from "effect"
import { CustomerCollection } from "../../cards/customers/Customer.ts"
import { namedCustomer } from "../../cards/customers/retrieveCustomer.ts"
import {
  newPaymentInstrument,
  PaymentInstrumentCollection,
  type PaymentInstrumentRecord,
  paymentInstrumentCodec,
  type SavedSource,
  toPaymentInstrument
} from "../../cards/saved/PaymentInstrument.ts"
import { getPaymentInstrument } from "../../cards/saved/retrievePaymentInstrument.ts"
import { savedApmOf } from "../../cards/saved/SavedApm.ts"
import { named } from "../../kernel/codec/named.ts"
import type { Moment } from "../../kernel/ids/Moment.ts"
import { type Checked, inputChecker } from "../../kernel/input/decodeInput.ts"
import { parameterInvalid } from "../../kernel/input/InvalidInput.ts"
import { Metadata } from "../../kernel/primitives/Metadata.ts"
import { CheckoutSessionId, CustomerId, type PaymentId } from "../../kernel/primitives/PublicId.ts"
import { AttemptCollection, type AttemptRecord } from "../../payments/charges/Attempt.ts"
import { agreementBy } from "../../payments/charges/agreements.ts"
import { getPayment } from "../../payments/charges/getPayment.ts"
import type { PaymentRecord } from "../../payments/charges/Payment.ts"
import { fresh, replayed } from "../../platform/idempotency/Answer.ts"
import { type Claim, claimKey, orRefused, refused } from "../../platform/idempotency/claimKey.ts"
import { check, insert, update } from "../../platform/storage/Change.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import type { Caller, MutationOptions } from "../../platform/tenants/Caller.ts"
import { CheckoutSessionCollection, type CheckoutSessionRecord } from "./CheckoutSession.ts"
import { getCheckoutSession } from "./retrieveCheckoutSession.ts"

/** The input of a saved payment instrument. It never has the number of a card or an account. */
export interface CreatePaymentInstrument {
  /** The id of the customer who owns the instrument. */
  readonly customer: string
  /** The id of the session that succeeded by the card, or by a method that its provider saved. */
  readonly checkoutSession: string
  /** The merchant's own notes: at most 50 keys of 40 characters, with values of at most 500. */
  readonly metadata?: Metadata
}
export const CreatePaymentInstrument = Schema.Struct({
  customer: CustomerId,
  checkoutSession: CheckoutSessionId,
  metadata: Schema.optionalKey(Metadata)
}).pipe(
  Schema.encodeKeys({ checkoutSession: "checkout_session" }),
  named("CreatePaymentInstrument")
)

const checkInput = inputChecker(CreatePaymentInstrument)

/**
 * Saves the card or the alternative method that paid a checkout session. The same session again
 * returns the same instrument.
 */
export const createPaymentInstrument = Effect.fnUntraced(function* (
  caller: Caller,
  input: CreatePaymentInstrument,
  options: MutationOptions
) {
  const given = yield* Effect.fromResult(checkInput(input))
  const claimed = yield* claimKey(
    { ...caller, endpoint: "createPaymentInstrument", options, input: given },
    (claim, moment) => begin(caller.scope, given, claim, moment)
  )
  return claimed._tag === "Replayed"
    ? replayed(paymentInstrumentCodec, claimed.body)
    : fresh(paymentInstrumentCodec, toPaymentInstrument(claimed.value))
})

const begin = Effect.fnUntraced(function* (
  scope: Scope,
  {
    customer: customerId,
    checkoutSession: sessionId,
    metadata = {}
  }: Checked<typeof CreatePaymentInstrument>,
  claim: Claim,
  moment: Moment
) {
  const storage = yield* Storage
  const session = yield* orRefused(getCheckoutSession(scope, sessionId))
  const customer = yield* namedCustomer(scope, customerId)
  const seen = check(CheckoutSessionCollection, session)
  const { status, payment, instrument: savedId } = session.row
  const paid = status === "succeeded" && payment !== null ? yield* loadPaid(scope, payment) : null
  const source = paid === null ? null : sourceIn(session.row, paid)
  if (paid === null || source === null) {
    return yield* refused(nothingToSave(session.row, paid), seen)
  }
  const saved =
    savedId === null ? null : (yield* Effect.orDie(getPaymentInstrument(scope, savedId))).row
  const owner = saved?.customer ?? session.row.customer
  if (owner !== null && owner !== customerId) {
    const refusal = parameterInvalid(
      "customer",
      "is not the customer of checkoutSession: name that one"
    )
    return yield* refused(refusal, seen)
  }
  const row: PaymentInstrumentRecord = saved ?? {
    ...newPaymentInstrument(moment, { customer: customerId, ...source, metadata }),
    agreements: agreementsOf(paid)
  }
  yield* storage.commit([
    ...claim.answered(paymentInstrumentCodec.toBody(toPaymentInstrument(row))),
    ...(saved === null
      ? [
          insert(scope, PaymentInstrumentCollection, row),
          update(CheckoutSessionCollection, session, {
            ...session.row,
            instrument: row.id
          }),
          check(CustomerCollection, customer)
        ]
      : [])
  ])
  return row
})

/** Returns the refusal of a session that has nothing to save, with the remedy. */
const nothingToSave = (
  { status, endedAt, storedCredential }: CheckoutSessionRecord,
  paid: Paid | null
) => {
  const rule = "must be a session that succeeded by a card or by a method that its provider saved"
  if (status !== "succeeded") {
    const remedy =
      endedAt === null
        ? "save it under a new idempotency key once it has succeeded"
        : "create a new session"
    return parameterInvalid("checkoutSession", `${rule}, but it is ${status}: ${remedy}`)
  }
  if (paid?.attempt?.facts.method === "wallet") {
    return parameterInvalid(
      "checkoutSession",
      `${rule}, but it succeeded by a wallet: a wallet can't be saved`
    )
  }
  const remedy =
    storedCredential === null
      ? "create the session with storedCredential"
      : "if its provider saves the method, try again later under a new idempotency key"
  return parameterInvalid(
    "checkoutSession",
    `${rule}, but it succeeded by a method that was not saved: ${remedy}`
  )
}

/** The payment of a session, and the attempt that paid it. */
interface Paid {
  readonly payment: PaymentRecord
  readonly attempt: AttemptRecord | null
}

const loadPaid = Effect.fnUntraced(function* (scope: Scope, paymentId: PaymentId) {
  const storage = yield* Storage
  const { row: payment } = yield* Effect.orDie(getPayment(scope, paymentId))
  const attempt = yield* storage.get(scope, AttemptCollection, payment.attempts.at(-1) ?? "")
  return { payment, attempt: Option.getOrNull(attempt)?.row ?? null } satisfies Paid
})

/** Returns what can be charged again: the card, or the method that the provider saved. */
const sourceIn = ({ card }: CheckoutSessionRecord, { attempt }: Paid): SavedSource | null => {
  if (card !== null) return { card }
  const apm = attempt === null ? null : savedApmOf(attempt)
  return apm === null ? null : { card: null, apm }
}

/** Returns the agreement that the session's payment began, if one was declared. */
const agreementsOf = ({ payment, attempt }: Paid) => {
  const agreement = agreementBy(payment, attempt?.networkReference ?? null)
  return agreement === null ? [] : [agreement]
}
