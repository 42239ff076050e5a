import type { ApmDetails, ChargeOutcome, ChargeRequest } from "@payloom/core"
import { defined, payerDetails } from "./payerDetails.ts"
import type { StripeMethod } from "./stripeMethods.ts"

/** The facts about a payer that alternative methods need. Unknown facts are null. */
export interface PayerFacts extends Record<keyof Required<ApmDetails>, string | null> {
  readonly line1: string | null
  readonly city: string | null
  readonly state: string | null
  readonly postalCode: string | null
  readonly country: string | null
  readonly ip: string | null
  readonly userAgent: string | null
  /** The recipient of the order. */
  readonly shipping: string | null
}

type Known = Pick<ChargeRequest, "source" | "customer" | "billingAddress" | "device" | "shipping">

const detailsIn = ({ source }: Pick<Known, "source">): ApmDetails =>
  source._tag === "Apm" ? (source.details ?? {}) : {}

/**
 * Returns the facts about the payer of a charge. The payer's input for the method has precedence
 * over the merchant's data.
 */
export const payerFacts = (request: Known): PayerFacts => {
  const { customer, billingAddress, device, shipping } = request
  const details = detailsIn(request)
  const { line1, city, state, postalCode, country } = billingAddress
  return {
    name: details.name || customer?.name || null,
    email: details.email || customer?.email || null,
    phone: details.phone || null,
    bank: details.bank || null,
    document: details.document || null,
    accountNumber: details.accountNumber || null,
    routingNumber: details.routingNumber || null,
    code: details.code || null,
    ...{ line1, city, state, postalCode, country },
    ip: device?.ip ?? null,
    userAgent: device?.userAgent ?? null,
    shipping: shipping?.name || null
  }
}

/** Returns the payer's details as the `billing_details` of an alternative method. */
export const methodBilling = (
  request: Known,
  { sendsTaxId = false }: Pick<StripeMethod, "sendsTaxId">
) => {
  const { name, phone, email, document } = payerFacts(request)
  return {
    ...payerDetails(request),
    ...defined({ name, email, phone, tax_id: sendsTaxId ? document : null })
  }
}

/** The names of the facts in our API, where they differ from those here. */
const apiNames: Readonly<Record<string, string>> = {
  accountNumber: "account_number",
  routingNumber: "routing_number",
  postalCode: "postal_code",
  userAgent: "user_agent"
}

/** Returns the code of the decline of a charge that lacks a fact. */
export const missingCode = (fact: keyof PayerFacts): string => `missing_${apiNames[fact] ?? fact}`

/** Returns the decline of a charge that lacks a fact, or null if it has all of them. */
export const missingFact = (
  request: Known,
  { needs = [] }: Pick<StripeMethod, "needs">
): Extract<ChargeOutcome, { readonly _tag: "Declined" }> | null => {
  const facts = payerFacts(request)
  const missing = needs.find((fact) => (facts[fact] ?? "") === "")
  if (missing === undefined || request.source._tag !== "Apm") return null
  const field = apiNames[missing] ?? missing
  return {
    _tag: "Declined",
    rawCode: missingCode(missing),
    networkCode: null,
    providerReference: null,
    message: `The method ${request.source.apm} needs the payer's ${field}, which is missing.`
  }
}
