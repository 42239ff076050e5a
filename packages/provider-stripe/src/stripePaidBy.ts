import type { ChargeRequest, HttpFailure, ProviderCall } from "@payloom/core"
import type Stripe from "stripe"
import { ownMember } from "./ownMember.ts"
import { payerDetails } from "./payerDetails.ts"
import type { StripeClient } from "./stripeClients.ts"
import { beforeCharge } from "./stripeErrors.ts"
import { walletMethod } from "./stripeWallets.ts"

/** What Stripe is to charge. */
export interface PaidBy {
  readonly type: string
  /** A PaymentMethod, with the Customer that has it, or what one is made of as it is charged. */
  readonly source: Pick<
    Stripe.PaymentIntentCreateParams,
    "payment_method" | "customer" | "payment_method_data"
  >
  /** Whether the payer confirms it on the page, with Stripe.js: nothing is charged before that. */
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
 * Alternative payment methods by our names. Of a direct debit Stripe's own field on the page takes
 * the account's number and the mandate.
 */
const apms: Readonly<Record<string, Apm>> = {
  ideal: redirect("ideal"),
  bancontact: redirect("bancontact"),
  sepa_debit: () => ({ type: "sepa_debit", source: {}, confirmsOnPage: true })
}

/** The alternative payment methods that the connector knows. */
export const knownApms: ReadonlyArray<string> = Object.keys(apms)

/** A token is the id of a PaymentMethod, and behind a colon that of the Customer who has it. */
const byToken = (token: string): PaidBy => {
  const [payment_method = "", customer] = token.split(":")
  const source = customer === undefined ? { payment_method } : { payment_method, customer }
  return { type: "card", source }
}

/** What Stripe is to charge for a source. What has to be made for that moves no money. */
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
  const reason = "What was to be charged came too late."
  throw { _tag: "NotSent", reason } satisfies HttpFailure
}

const notTaken = (what: string): never => {
  const reason = `The connector has no way to charge ${what}.`
  throw { _tag: "AccountUnavailable", reason, rawCode: "method_unknown" } satisfies HttpFailure
}

/** Marks stand in the place of numbers, and a form has texts alone. */
const inForm = (mark: string): number => mark as unknown as number

/** A PaymentMethod of a card whose number the merchant's vault alone knows. */
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
