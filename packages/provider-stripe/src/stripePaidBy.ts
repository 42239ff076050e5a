import type { ChargeRequest, ChargeSource, HttpFailure, ProviderCall } from "@payloom/core"
import type Stripe from "stripe"
import { ownMember } from "./ownMember.ts"
import { defined, payerDetails } from "./payerDetails.ts"
import { methodBilling, payerFacts } from "./payerFacts.ts"
import type { StripeClient } from "./stripeClients.ts"
import { accountUnavailable, beforeCharge } from "./stripeErrors.ts"
import { methodParams, type StripeMethod, stripeMethods } from "./stripeMethods.ts"
import { walletMethod } from "./stripeWallets.ts"

/** The payment method that Stripe charges. */
export interface PaidBy {
  readonly type: string
  /**
   * A PaymentMethod with the Customer that owns it, or the data that creates one with the charge.
   */
  readonly source: Pick<
    Stripe.PaymentIntentCreateParams,
    | "payment_method"
    | "customer"
    | "payment_method_data"
    | "payment_method_options"
    | "mandate_data"
  >
  /** True if the payer confirms on the page with Stripe.js. Nothing is charged before that. */
  readonly confirmsOnPage?: boolean
  /** True if the charge saves an alternative method for later charges. */
  readonly isSaved?: boolean
}

/** Returns the alternative method of a charge, or null if the connector doesn't know the source. */
const methodOf = (source: ChargeSource): StripeMethod | null =>
  source._tag === "Apm" ? ownMember(stripeMethods, source.apm) : null

/** Returns the method of a payer who is present and chose it anew. Null for other charges. */
export const chosenMethod = (source: ChargeSource): StripeMethod | null =>
  source._tag === "Apm" && source.token !== undefined ? null : methodOf(source)

/**
 * Returns true if Stripe.js asks the payer for their account. The server confirms the charge if the
 * payer gave the account before.
 */
export const asksOnPage = (request: ChargeRequest, { asksOnPage = false }: StripeMethod): boolean =>
  asksOnPage && payerFacts(request).accountNumber === null

/** True if a payer who is present agrees to later charges of a method that Stripe can save. */
const isSavedWith = ({ agreement, initiator }: ChargeRequest, method: StripeMethod): boolean =>
  method.isReusable === true && agreement?.position === "first" && initiator === "customer"

/**
 * Returns an alternative method as it is charged. Creates the Customer that some methods need, and
 * that owns a method that is saved.
 */
const byMethod = async (
  request: ChargeRequest,
  method: StripeMethod,
  { api }: StripeClient
): Promise<PaidBy> => {
  const { type, hasCustomer = false } = method
  const { reference, currency } = request
  const billing = methodBilling(request, method)
  const isSaved = isSavedWith(request, method)
  const by: PaidBy = asksOnPage(request, method)
    ? { type, source: {}, confirmsOnPage: true, isSaved }
    : { type, source: methodParams(method, payerFacts(request), billing, currency), isSaved }
  if (!hasCustomer && !isSaved) return by
  const { name, email } = billing
  const { id: customer } = await api.customers.create(
    { ...defined({ name, email }), metadata: { payloom_customer_of: reference } },
    { idempotencyKey: `${reference}_customer` }
  )
  return { ...by, source: { ...by.source, customer } }
}

/**
 * Reads a token: the id of a PaymentMethod, and after a colon the id of the Customer that owns it.
 */
const byToken = (token: string, type = "card"): PaidBy => {
  const [payment_method = "", customer] = token.split(":")
  const source = customer === undefined ? { payment_method } : { payment_method, customer }
  return { type, source }
}

/**
 * Returns the payment method of a charge, and creates it first if that is needed. That moves no
 * money.
 */
export const paidBy = async (
  request: ChargeRequest,
  client: StripeClient,
  { isLate }: ProviderCall
): Promise<PaidBy> => {
  const by = await chosen(request, client).catch((thrown: unknown) => {
    throw beforeCharge(thrown)
  })
  if (!isLate()) return by
  const reason = "Creating the payment method took too long."
  throw { _tag: "NotSent", reason } satisfies HttpFailure
}

const chosen = async (request: ChargeRequest, client: StripeClient): Promise<PaidBy> => {
  const { source, reference } = request
  switch (source._tag) {
    case "Apm": {
      const method = methodOf(source)
      if (method === null) return notTaken(source.apm)
      return source.token === undefined
        ? byMethod(request, method, client)
        : byToken(source.token, method.type)
    }
    case "Wallet":
      return byToken(await walletMethod(source.payload, reference, client))
    case "Vaulted":
      return byToken(source.token ?? (await relayed(request, source.vaultReference, client)))
  }
}

const notTaken = (what: string): never => {
  const reason = `The connector can't charge ${what}.`
  throw accountUnavailable(reason, "method_unknown")
}

/** Types a mark as a number. Marks stand for numbers, and a form only has texts. */
const inForm = (mark: string): number => mark as unknown as number

/** Creates a PaymentMethod of a card whose number only the merchant's vault knows. */
const relayed = async (
  request: ChargeRequest,
  vaultReference: string,
  { relayed: api, marksOf }: StripeClient
): Promise<string> => {
  if (api === null || marksOf === null) return notTaken("a card without a token of the account")
  const marks = await marksOf(vaultReference)
  const cvc = request.initiator === "customer" ? marks.securityCode : null
  const { id } = await api.paymentMethods.create(
    {
      type: "card",
      card: {
        number: marks.number,
        exp_month: inForm(marks.expiryMonth),
        exp_year: inForm(marks.expiryYear),
        ...(cvc === null ? {} : { cvc })
      },
      billing_details: payerDetails(request, marks.holderName)
    },
    { idempotencyKey: `${request.reference}_card` }
  )
  return id
}
