import { randomInt } from "node:crypto"
import type {
  ChargeQuery,
  ChargeReference,
  ChargeRequest,
  IdPrefix,
  Millis,
  ModificationQuery,
  ModificationRequest
} from "@payloom/core"
import type { ProviderHarness } from "../ProviderHarness.ts"
import { aMinuteFromNow, plainCharge } from "../plainCharge.ts"

/** The kind of a modification: capture, void or refund. */
export type Kind = Exclude<ModificationQuery["kind"], "increment">

const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** Returns an unused reference in the form of the engine's ids. */
export const newReference = (prefix: IdPrefix = "attempt"): string =>
  `${prefix}_0${Array.from({ length: 25 }, () => digits[randomInt(digits.length)]).join("")}`

/** Returns the currency for rules that work in any currency. */
const usualCurrency = ({ provider }: ProviderHarness): string => {
  const { currencies } = provider.capabilities
  return currencies === "any" || currencies.includes("EUR") ? "EUR" : (currencies[0] ?? "EUR")
}

/** Returns one supported currency for each number of decimals. */
export const currenciesOf = ({ provider }: ProviderHarness): ReadonlyArray<string> => {
  const { currencies } = provider.capabilities
  const taken = (code: string) => currencies === "any" || currencies.includes(code)
  const byDecimals = [
    ["JPY", "KRW", "CLP", "ISK"],
    ["EUR", "USD", "GBP", "CHF"],
    ["KWD", "BHD", "TND", "OMR"]
  ]
  const chosen = byDecimals.flatMap((codes) => codes.find(taken) ?? [])
  return chosen.length > 0 || currencies === "any" ? chosen : currencies.slice(0, 1)
}

const stepOf = ({ provider }: ProviderHarness, currency: string): bigint =>
  provider.capabilities.amountStep?.[currency] ?? 1n

/** Returns the number of steps that an amount needs. */
const stepsFor = (amount: bigint, step: bigint): bigint => (amount + step - 1n) / step

/** Returns the smallest amount that can be charged, in minor units. */
export const leastOf = (harness: ProviderHarness, currency: string): bigint => {
  const step = stepOf(harness, currency)
  const steps = stepsFor(harness.leastAmount?.[currency] ?? step, step)
  return steps > 1n ? steps * step : step
}

/**
 * An amount that becomes a smaller one if it is computed with floating point and cut: 20.06 * 100
 * is 2005.9999999999998, and so is 2.006 * 1000.
 */
export const crookedSteps = 2006n

/** The size of a partial amount. Even a part is at least the smallest amount. */
const partSteps = 500n

/**
 * Returns an amount of this many of the provider's smallest steps, in minor units. If 500 steps
 * are less than the smallest amount, each step counts for more.
 */
export const stepsOf = (harness: ProviderHarness, currency: string, steps: bigint): bigint => {
  const step = stepOf(harness, currency)
  return steps * step * stepsFor(leastOf(harness, currency), step * partSteps)
}

/** Returns a charge of an approved source, of 1250 steps, captured at once. */
export const chargeOf = (
  harness: ProviderHarness,
  changes: Partial<ChargeRequest> = {}
): ChargeRequest => {
  const currency = changes.currency ?? usualCurrency(harness)
  return plainCharge({
    reference: newReference(),
    mid: harness.mid,
    amount: stepsOf(harness, currency, 1250n),
    currency,
    source: harness.sources.approved,
    ...changes
  })
}

/**
 * Returns a charge as the engine sends it again after an unknown outcome: with a later deadline,
 * and marked as resent. Nothing else changes.
 */
export const resentOf = (request: ChargeRequest): ChargeRequest => ({
  ...request,
  sendBefore: laterThan(request),
  isResent: true
})

/** Returns a deadline that no other request has. */
export const laterThan = ({ sendBefore }: { readonly sendBefore: Millis }): Millis =>
  Math.max(sendBefore, aMinuteFromNow()) + 1

/** Returns the lookup of a charge whose answer the engine never received. */
export const queryOf = (
  { reference, mid, amount, currency, type, capture }: ChargeRequest,
  providerReference: string | null = null
): ChargeQuery => ({
  mid,
  reference,
  providerReference,
  created: Date.now() - 1000,
  amount,
  currency,
  type,
  capture
})

/** A charge that was made as requested. */
export interface Charged {
  readonly request: ChargeRequest
  readonly charge: ChargeReference
}

/** Returns a capture, void or refund of the whole charge. */
export const modificationOf = (
  kind: Kind,
  { request, charge }: Charged,
  changes: Partial<ModificationRequest> = {}
): ModificationRequest => ({
  reference: newReference(kind),
  charge,
  amount: request.amount,
  currency: request.currency,
  sendBefore: aMinuteFromNow(),
  ...changes
})
