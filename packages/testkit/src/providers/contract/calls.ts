import assert from "node:assert/strict"
import { randomInt } from "node:crypto"
import {
  type ChargeLookup,
  type ChargeOutcome,
  type ChargeQuery,
  type ChargeReference,
  type ChargeRequest,
  type IdPrefix,
  type ModificationOutcome,
  type ModificationQuery,
  type ModificationRequest,
  unknownAddress
} from "@payloom/core"
import { Cause, Effect, Exit, Fiber } from "effect"
import type { ProviderHarness } from "../ProviderHarness.ts"

/** Longer than a provider on the same machine takes for anything. */
const patienceMs = 10_000

const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** A reference that nobody has used yet, in the form of the engine's ids. */
export const newReference = (prefix: IdPrefix = "attempt"): string =>
  `${prefix}_0${Array.from({ length: 25 }, () => digits[randomInt(digits.length)]).join("")}`

/** Runs a call that must answer, and in time. */
export const answered = <A>(call: Effect.Effect<A>): Promise<A> =>
  Effect.runPromise(
    Effect.timeoutOrElse(call, {
      duration: patienceMs,
      orElse: () => Effect.die(new Error(`It did not answer within ${patienceMs} ms.`))
    })
  )

/** Runs a call as the engine does: whatever it throws is an unknown outcome. */
export const outcomeOf = <A>(
  call: Effect.Effect<A>
): Promise<A | { readonly _tag: "Unknown"; readonly reason: string }> =>
  Effect.runPromiseExit(Effect.timeout(call, patienceMs)).then((exit) =>
    Exit.isSuccess(exit)
      ? exit.value
      : { _tag: "Unknown", reason: String(Cause.squash(exit.cause)) }
  )

/** Gives a call up once something has happened, and answers whether it was still waiting then. */
export const givenUpAfter = async (
  call: Effect.Effect<unknown>,
  happened: () => Promise<boolean>
): Promise<boolean> => {
  const fiber = Effect.runFork(call)
  const deadline = performance.now() + patienceMs
  while (!(await happened())) {
    assert.ok(performance.now() < deadline, "the provider never did what it was asked for")
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const wasWaiting = fiber.pollUnsafe() === undefined
  await answered(Fiber.interrupt(fiber))
  return wasWaiting
}

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

/** An amount of so many of the provider's smallest steps, in minor units. */
export const stepsOf = ({ provider }: ProviderHarness, currency: string, steps: bigint): bigint =>
  steps * (provider.capabilities.amountStep?.[currency] ?? 1n)

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
    type: "one_off",
    initiator: "customer",
    agreement: null,
    customer: null,
    billingAddress: unknownAddress,
    description: null,
    statementDescriptor: null,
    metadata: {},
    device: null,
    sendBefore: Date.now() + 60_000,
    threeDs: null,
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

/** Charges what is approved. */
export const charged = async (
  harness: ProviderHarness,
  changes: Partial<ChargeRequest> = {}
): Promise<Charged> => {
  const request = chargeOf(harness, changes)
  const outcome = await answered(harness.provider.charge(request))
  assert.equal(outcome._tag, "Approved", `a charge that is approved: ${textOf(outcome)}`)
  const { reference, mid } = request
  return { request, charge: { mid, reference, providerReference: referenceIn(outcome) } }
}

/** A capture, void or refund of all of a charge. */
export const modificationOf = (
  kind: ModificationQuery["kind"],
  { request, charge }: Charged,
  changes: Partial<ModificationRequest> = {}
): ModificationRequest => ({
  reference: newReference(kind),
  charge,
  amount: request.amount,
  currency: request.currency,
  sendBefore: Date.now() + 60_000,
  ...changes
})

/** What a charge or an action is called at the provider. */
const referenceIn = (outcome: ChargeOutcome | ModificationOutcome): string => {
  assert.ok("providerReference" in outcome, `it has no reference: ${textOf(outcome)}`)
  assert.ok(outcome.providerReference, "the provider's own reference is empty")
  return outcome.providerReference
}

/** The state that a lookup finds, or the tag of another answer. */
export const stateIn = (found: ChargeLookup): string =>
  found._tag === "Found" ? found.state : found._tag

/** An answer, for the message of an assertion. */
export const textOf = (answer: unknown): string =>
  JSON.stringify(answer, (_, value) => (typeof value === "bigint" ? `${value}n` : value))
