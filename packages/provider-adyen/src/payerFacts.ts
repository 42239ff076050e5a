import type { ApmSource, ChargeOutcome, ChargeRequest } from "@payloom/core"
import { namePartsOf } from "./addresses.ts"
import { declinedUnsent } from "./adyenDeclines.ts"
import { type AdyenApms, type AdyenMethod, methodOf } from "./adyenMethods.ts"
import { givenBy, type PayerFacts, type PayerNeed } from "./payerNeeds.ts"

/**
 * Returns the facts about a payer: first what they entered for the method, then what the customer's
 * record and the delivery have.
 */
export const payerFactsOf = (
  request: ChargeRequest,
  { details = {} }: ApmSource,
  { countries = [], needsDelivery = false }: AdyenMethod
): PayerFacts => {
  const { customer, shipping, billingAddress } = request
  const name = details.name ?? customer?.name ?? shipping?.name ?? null
  const [only = null, ...others] = countries
  return {
    name,
    shopperName: namePartsOf(name),
    email: details.email ?? customer?.email ?? null,
    phone: details.phone ?? shipping?.phone ?? null,
    bank: details.bank ?? null,
    document: details.document ?? null,
    accountNumber: details.accountNumber ?? null,
    routingNumber: details.routingNumber ?? null,
    code: details.code ?? null,
    country: billingAddress.country ?? (others.length === 0 ? only : null),
    delivery:
      needsDelivery && shipping == null ? { name, phone: null, address: billingAddress } : null
  }
}

/**
 * Returns the reason why a charge by an alternative method isn't sent, or null if it is. The
 * decline names the first fact that the method needs and the request doesn't have.
 */
export const obstacleToApm = (
  request: ChargeRequest,
  source: ApmSource,
  apms: AdyenApms
): ChargeOutcome | null => {
  const { method } = methodOf(apms, source.apm) ?? {}
  if (method === undefined) return null
  if (!request.capture && method.manualCapture !== true) {
    const reason = `Money can't be held by ${source.apm}.`
    return { _tag: "AccountUnavailable", reason, rawCode: "capture" }
  }
  const { needs = [], countries } = method
  const facts = payerFactsOf(request, source, method)
  const missing = needs.find((need) => !isGiven(need, request, facts))
  const isElsewhere =
    needs.includes("country") && countries?.includes(facts.country ?? "") === false
  if (missing === undefined && !isElsewhere) return null
  const message =
    missing === undefined
      ? `${source.apm} isn't available in ${facts.country}. Offer another method.`
      : `${source.apm} needs ${givenBy[missing]}.`
  // The first request may have been charged, so a resend decides nothing.
  if (request.isResent === true) return { _tag: "Unknown", reason: message }
  return declinedUnsent(`missing_${missing ?? "country"}`, message)
}

const isGiven = (need: PayerNeed, request: ChargeRequest, facts: PayerFacts): boolean => {
  switch (need) {
    case "billingAddress":
      return request.billingAddress.line1 !== null && request.billingAddress.country !== null
    case "order":
      return (request.order?.lineItems.length ?? 0) > 0
    case "fullName":
      return facts.shopperName !== null
    default:
      return facts[need] !== null
  }
}
