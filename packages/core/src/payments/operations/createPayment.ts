import { Effect, Option } from "effect"
import { CustomerCollection, type CustomerRecord } from "../../cards/customers/Customer.ts"
import { CustomerErased } from "../../cards/customers/errors.ts"
import { InstrumentDetached } from "../../cards/saved/errors.ts"
import {
  PaymentInstrumentCollection,
  type PaymentInstrumentRecord
} from "../../cards/saved/PaymentInstrument.ts"
import type { Moment } from "../../kernel/ids/Moment.ts"
import { type Checked, inputChecker } from "../../kernel/input/decodeInput.ts"
import { parameterInvalid } from "../../kernel/input/InvalidInput.ts"
import { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { replayed } from "../../platform/idempotency/Answer.ts"
import { type Claim, claimKeyReading, refused } from "../../platform/idempotency/claimKey.ts"
import { InFlightWork } from "../../platform/jobs/InFlightWork.ts"
import { requireModule } from "../../platform/modules/LeftOut.ts"
import { check } from "../../platform/storage/Change.ts"
import type { Collection, Row, Stored } from "../../platform/storage/Collection.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage, type StorageUnavailable } from "../../platform/storage/Storage.ts"
import type { Caller, MutationOptions } from "../../platform/tenants/Caller.ts"
import { routingTable } from "../../routing/changeTable.ts"
import { amountTooFine, currencyUnsupported, routesOf } from "../../routing/loadRoutes.ts"
import type { RoutingTable } from "../../routing/RoutingRule.ts"
import { instrumentCharge } from "../charges/instrumentCharge.ts"
import { chargedOrder } from "../charges/orderInput.ts"
import { paymentCodec } from "../charges/Payment.ts"
import { paymentAnswer, paymentBody } from "../charges/paymentAnswer.ts"
import { runCharge } from "../charges/runCharge.ts"
import { startCharge } from "../charges/startCharge.ts"
import { attachPayment } from "./attachPayment.ts"
import { CreatePayment } from "./createPaymentInput.ts"
import { createdPayment, type NewPayment, openWithoutMethod } from "./openPayment.ts"

const checkInput = inputChecker(CreatePayment)

/**
 * Creates a payment. Charges it at once if an instrument is given. A decline is an answer, not an
 * error.
 */
export const createPayment = Effect.fnUntraced(function* (
  caller: Caller,
  input: CreatePayment,
  options: MutationOptions
) {
  const underway = yield* InFlightWork
  const given = yield* Effect.fromResult(checkInput(input))
  if (given.checkoutSession !== undefined) yield* requireModule("checkout", "checkoutSession")
  return yield* underway.finish(createOnce(caller, given, options))
})

const createOnce = Effect.fnUntraced(function* (
  caller: Caller,
  input: Checked<typeof CreatePayment>,
  options: MutationOptions
) {
  const claimed = yield* claimKeyReading(
    { ...caller, endpoint: "createPayment", options, input },
    readAhead(caller.scope, input),
    (claim, moment, [table, instrument, customer]) =>
      begin(caller, input, { claim, moment, table, instrument, customer })
  )
  if (claimed._tag === "Replayed") return replayed(paymentCodec, claimed.body)
  const { payment, inFlight } = claimed.value
  if (inFlight === null) return paymentAnswer(payment.row)
  const settled = yield* runCharge(inFlight)
  return settled.answered === null
    ? paymentAnswer(settled.payment.row)
    : { ...replayed(paymentCodec, settled.answered), replayed: false }
})

/** Reads everything that depends only on the input: the routes, and the given card and customer. */
const readAhead = (scope: Scope, input: Checked<typeof CreatePayment>) =>
  [
    routingTable(scope),
    named(scope, PaymentInstrumentCollection, input.paymentInstrument),
    named(scope, CustomerCollection, input.customer)
  ] as const

const named = <R extends Row>(
  scope: Scope,
  of: Collection<R>,
  id: string | undefined
): Effect.Effect<Option.Option<Stored<R>>, StorageUnavailable, Storage> =>
  id === undefined
    ? Effect.succeedNone
    : Effect.flatMap(Storage, (storage) => storage.get(scope, of, id))

/** The start of a payment: the claim of its idempotency key, and the rows read with the key. */
interface Beginning {
  readonly claim: Claim
  readonly moment: Moment
  readonly table: RoutingTable
  readonly instrument: Option.Option<Stored<PaymentInstrumentRecord>>
  readonly customer: Option.Option<Stored<CustomerRecord>>
}

/** Reads the rest, decides, and makes the first commit. */
const begin = Effect.fnUntraced(function* (
  { scope, serviceVersion }: Caller,
  input: Checked<typeof CreatePayment>,
  { claim, moment, table, ...named }: Beginning
) {
  const storage = yield* Storage
  const commit: CommitContext = { ...moment, scope, apiVersion: serviceVersion }
  if (input.checkoutSession !== undefined) {
    return yield* attachPayment(commit, claim, input, input.checkoutSession)
  }
  const from: NewPayment = { commit, claim, input, ...(yield* loadPayer(scope, input, named)) }
  const routes = yield* routesOf(scope, table, commit.now)
  if (!routes.mids.some(({ mid }) => mid.currencies.includes(input.currency))) {
    return yield* refused(
      currencyUnsupported(input.currency, routes.mids),
      ...instrumentCheck(from)
    )
  }
  const tooFine = amountTooFine(routes.mids, input)
  if (tooFine !== null) return yield* refused(tooFine, ...instrumentCheck(from))
  if (from.instrument === null) {
    const opened = openWithoutMethod(from)
    yield* storage.commit([...opened.changes, ...customerCheck(from)])
    return { payment: opened.payment, inFlight: null }
  }
  const { instrument } = from
  return yield* startCharge(
    instrumentCharge({
      commit,
      payment: createdPayment(from),
      instrument: instrument.row,
      customer: from.customer?.row ?? null,
      idempotencyRecord: claim.record.id,
      order: chargedOrder(input)
    }),
    routes,
    {
      engineDecline: null,
      allowsStepUp: false,
      record: claim.stored,
      instrument,
      changes: ({ payment, attempt }) => [
        ...(attempt === null ? claim.answered(paymentBody(payment.row)) : claim.open),
        ...instrumentCheck(from)
      ]
    }
  )
})

/** A check on the saved card: it must be unchanged when the decision is committed. */
const instrumentCheck = ({ instrument }: Pick<NewPayment, "instrument">) =>
  instrument === null ? [] : [check(PaymentInstrumentCollection, instrument)]

/**
 * A check on the customer of a payment without a saved card. An erasure detaches saved cards, so
 * the check on the card is enough for the others.
 */
const customerCheck = ({ customer }: Pick<NewPayment, "customer">) =>
  customer === null ? [] : [check(CustomerCollection, customer)]

/**
 * Loads the saved card and the customer of the input. The card must belong to the customer, and be
 * attached.
 */
const loadPayer = Effect.fnUntraced(function* (
  scope: Scope,
  input: Checked<typeof CreatePayment>,
  { instrument, customer: named }: Pick<Beginning, "instrument" | "customer">
) {
  const storage = yield* Storage
  if (input.paymentInstrument !== undefined && Option.isNone(instrument)) {
    return yield* notFound("payment_instrument", input.paymentInstrument)
  }
  const owner = Option.isSome(instrument) ? instrument.value.row.customer : input.customer
  const customer =
    owner === undefined || owner === input.customer
      ? named
      : yield* storage.get(scope, CustomerCollection, owner)
  if (owner !== undefined && Option.isNone(customer)) return yield* notFound("customer", owner)
  const payer = { instrument: Option.getOrNull(instrument), customer: Option.getOrNull(customer) }
  if (payer.customer?.row.erasedAt !== undefined) {
    const param = input.customer === undefined ? "paymentInstrument" : "customer"
    return yield* refused(new CustomerErased({ customer: payer.customer.row.id, param }))
  }
  if (payer.instrument !== null) {
    const { id, detached, card } = payer.instrument.row
    if (detached)
      return yield* refused(new InstrumentDetached({ instrument: id }), ...instrumentCheck(payer))
    if (card === null && input.type === "verify") {
      const error = parameterInvalid(
        "type",
        "can't be verify for a saved alternative method: only cards can be checked"
      )
      return yield* refused(error, ...instrumentCheck(payer))
    }
    if (input.customer !== undefined && input.customer !== owner) {
      const error = parameterInvalid(
        "customer",
        "is not the customer of paymentInstrument: leave customer out, or name the card's own"
      )
      return yield* refused(error, ...instrumentCheck(payer))
    }
  }
  return payer
})

const notFound = (object: string, id: string) => refused(new ResourceNotFound({ object, id }))
