import type { ChargeRequest, HttpFailure, ProviderCall } from "@payloom/core"
import type Stripe from "stripe"
import { ownMember } from "./ownMember.ts"
import { payerDetails } from "./payerDetails.ts"
import type { StripeClient } from "./stripeClients.ts"
import { accountUnavailable, beforeCharge } from "./stripeErrors.ts"
import { walletMethod } from "./stripeWallets.ts"

/** The payment method that Stripe charges. */
export interface PaidBy {
  readonly type: string
  /**
   * A PaymentMethod with the Customer that owns it, or the data that creates one with the charge.
   */
  readonly source: Pick<
    Stripe.PaymentIntentCreateParams,
    "payment_method" | "customer" | "payment_method_data"
  >
  /** True if the payer confirms on the page with Stripe.js. Nothing is charged before that. */
  readonly confirmsOnPage?: boolean
}

type Apm = (request: ChargeRequest) => PaidBy

const redirect =
  (type: "ideal" | "bancontact"): Apm =>
  (request) => ({
    type,
    source: { payment_method_data: { type, billing_details: payerDetails(request) } }
  })

/**
 * The alternative payment methods by the engine's names. For a direct debit Stripe's own field on
 * the page takes the account number and the mandate.
 */
const apms: Readonly<Record<string, Apm>> = {
  ideal: redirect("ideal"),
  bancontact: redirect("bancontact"),
  sepa_debit: () => ({ type: "sepa_debit", source: {}, confirmsOnPage: true })
}

/** The alternative payment methods that the connector supports. */
export const knownApms: ReadonlyArray<string> = Object.keys(apms)

/**
 * Reads a token: the id of a PaymentMethod, and after a colon the id of the Customer that owns it.
 */
const byToken = (token: string): PaidBy => {
  const [payment_method = "", customer] = token.split(":")
  const source = customer === undefined ? { payment_method } : { payment_method, customer }
  return { type: "card", source }
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
  const { source, reference } = request
  if (source._tag === "Apm") {
    return ownMember(apms, source.apm)?.(request) ?? notTaken(source.apm)
  }
  const making =
    source._tag === "Wallet"
      ? walletMethod(source.payload, reference, client)
      : (source.token ?? relayed(request, source.vaultReference, client))
  const token = await Promise.resolve(making).catch((thrown: unknown) => {
    throw beforeCharge(thrown)
  })
  if (!isLate()) return byToken(token)
  const reason = "Creating the payment method took too long."
  throw { _tag: "NotSent", reason } satisfies HttpFailure
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
