import { randomInt } from "node:crypto"
import {
  type ChargeQuery,
  type ChargeReference,
  type ChargeRequest,
  type IdPrefix,
  type ModificationQuery,
  type ModificationRequest,
  unknownAddress
} from "@payloom/core"
import type { ProviderHarness } from "../ProviderHarness.ts"

/** What can be done to a charge. */
export type Kind = ModificationQuery["kind"]

const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** A reference that nobody has used yet, in the form of the engine's ids. */
export const newReference = (prefix: IdPrefix = "attempt"): string =>
  `${prefix}_0${Array.from({ length: 25 }, () => digits[randomInt(digits.length)]).join("")}`

/** The currency that rules charge in where it doesn't matter which. */
const usualCurrency = ({ provider }: ProviderHarness): string => {
  const { currencies } = provider.capabilities
  return currencies === "any" || currencies.includes("EUR") ? "EUR" : (currencies[0] ?? "EUR")
}

/** One currency of each number of decimals that the provider takes. */
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

/** As many steps as are needed for that. */
const stepsFor = (amount: bigint, step: bigint): bigint => (amount + step - 1n) / step

/** The least that can be charged, in minor units. */
export const leastOf = (harness: ProviderHarness, currency: string): bigint => {
  const step = stepOf(harness, currency)
  const steps = stepsFor(harness.leastAmount?.[currency] ?? step, step)
  return steps > 1n ? steps * step : step
}

/** What rules call a part of the usual amount: no part is less than the least. */
const partSteps = 500n

/**
 * An amount of so many of the provider's smallest steps, in minor units. Where 500 of them are less
 * than it charges, each counts for more.
 */
export const stepsOf = (harness: ProviderHarness, currency: string, steps: bigint): bigint => {
  const step = stepOf(harness, currency)
  return steps * step * stepsFor(leastOf(harness, currency), step * partSteps)
}

/** Time enough for a call. */
export const aMinuteFromNow = (): number => Date.now() + 60_000

/** A payer pays once, and nothing is known of them. */
export const plainTerms = {
  type: "one_off",
  initiator: "customer",
  agreement: null,
  customer: null,
  billingAddress: unknownAddress,
  description: null,
  statementDescriptor: null,
  metadata: {},
  device: null,
  threeDs: null
} as const satisfies Partial<ChargeRequest>

/** A charge by what is approved, of 1250 steps, taken at once. */
export const chargeOf = (
  harness: ProviderHarness,
  changes: Partial<ChargeRequest> = {}
): ChargeRequest => {
  const currency = changes.currency ?? usualCurrency(harness)
  return {
    reference: newReference(),
    mid: harness.mid,
    amount: stepsOf(harness, currency, 1250n),
    currency,
    capture: true,
    source: harness.sources.approved,
    returnUrl: "https://shop.example/back?order=1",
    ...plainTerms,
    sendBefore: aMinuteFromNow(),
    ...changes
  }
}

/** What asks for a charge, as the engine asks for one whose answer it never heard. */
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

/** A charge that was made as asked. */
export interface Charged {
  readonly request: ChargeRequest
  readonly charge: ChargeReference
}

/** A capture, void or refund of all of a charge. */
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
