import type { ChargeRequest, HttpFailure, ProviderCall } from "@payloom/core"
import type Stripe from "stripe"
import { payerDetails } from "./payerDetails.ts"
import type { StripeClient } from "./stripeClients.ts"
import { beforeCharge } from "./stripeErrors.ts"
import { walletToken } from "./stripeWallets.ts"

/** What Stripe is to charge. */
export interface PaidBy {
  readonly type: string
  /** A PaymentMethod of the account. */
  readonly payment_method?: string
  /** The Customer that it belongs to there. */
  readonly customer?: string
  /** What a PaymentMethod is made of as it is charged. */
  readonly payment_method_data?: Stripe.PaymentIntentCreateParams.PaymentMethodData
  /** Whether the payer confirms it on the page, with Stripe.js: nothing is charged before that. */
  readonly confirmsOnPage?: boolean
}

type Apm = (request: ChargeRequest) => PaidBy

const redirect =
  (type: "ideal" | "bancontact"): Apm =>
  (request) => ({ type, payment_method_data: { type, billing_details: payerDetails(request) } })

/**
 * Alternative payment methods by our names. Of a direct debit Stripe's own field on the page takes
 * the account's number and the mandate.
 */
const apms: Readonly<Record<string, Apm>> = {
  ideal: redirect("ideal"),
  bancontact: redirect("bancontact"),
  sepa_debit: () => ({ type: "sepa_debit", confirmsOnPage: true })
}

/** The alternative payment methods that the connector knows. */
export const knownApms: ReadonlyArray<string> = Object.keys(apms)

/** A vault's token of a PaymentMethod, and of its Customer where it has one. */
export const tokenOf = (paymentMethod: string, customer: string | null): string =>
  customer === null ? paymentMethod : `${paymentMethod}:${customer}`

const byToken = (token: string): PaidBy => {
  const [payment_method = "", customer] = token.split(":")
  return { type: "card", payment_method, ...(customer === undefined ? {} : { customer }) }
}

/** What Stripe is to charge for a source. What has to be made for that moves no money. */
export const paidBy = async (
  request: ChargeRequest,
  client: StripeClient,
  call: ProviderCall
): Promise<PaidBy> => {
  const { source, reference } = request
  switch (source._tag) {
    case "Vaulted":
      return source.token === undefined
        ? inTime(call, relayed(request, source.vaultReference, client))
        : byToken(source.token)
    case "Wallet": {
      const token = await inTime(call, walletToken(source.payload, reference, client))
      if (token.startsWith("pm_")) return byToken(token)
      // The types of the SDK leave it out here; the API reference has it.
      const data = { type: "card" as const, card: { token } }
      return { type: "card", payment_method_data: data }
    }
    case "Apm": {
      const apm = Object.hasOwn(apms, source.apm) ? apms[source.apm] : undefined
      return apm === undefined ? notTaken(source.apm) : apm(request)
    }
  }
}

/** What may not be sent any more, once this is there, is not sent. */
const inTime = async <A>({ isLate }: ProviderCall, making: Promise<A>): Promise<A> => {
  const made = await making.catch((thrown: unknown) => {
    throw beforeCharge(thrown)
  })
  if (!isLate()) return made
  const reason = "What was to be charged came too late."
  throw { _tag: "NotSent", reason } satisfies HttpFailure
}

const notTaken = (what: string): never => {
  const reason = `The connector has no way to charge ${what}.`
  throw { _tag: "Refused", reason, rawCode: "method_unknown" } satisfies HttpFailure
}

/** A PaymentMethod of a card whose number the merchant's vault alone knows. */
const relayed = async (
  request: ChargeRequest,
  vaultReference: string,
  { relayed: api, marksOf }: StripeClient
): Promise<PaidBy> => {
  if (api === null || marksOf === null) return notTaken("a card without a token of the account")
  const { number, expiryMonth, expiryYear, securityCode, holderName } =
    await marksOf(vaultReference)
  const billing = payerDetails(request)
  // Marks stand in the place of numbers: a form has texts alone.
  const card = { number, exp_month: expiryMonth, exp_year: expiryYear } as unknown as {
    readonly number: string
    readonly exp_month: number
    readonly exp_year: number
  }
  const withCode = request.initiator === "customer" && securityCode !== null
  const { id } = await api.paymentMethods.create(
    {
      type: "card",
      card: withCode ? { ...card, cvc: securityCode } : card,
      billing_details: holderName === null ? billing : { ...billing, name: holderName }
    },
    { idempotencyKey: `${request.reference}_card` }
  )
  return { type: "card", payment_method: id }
}
