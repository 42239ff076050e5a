import assert from "node:assert/strict"
import type { ChargeRequest, ModificationRequest } from "@payloom/core"
import type { ProviderHarness, ProviderRule } from "../ProviderHarness.ts"
import {
  answered,
  charged,
  lookUp,
  lookUpModification,
  lookUpModificationOnce,
  lookupOf,
  modify,
  outcomeOf,
  waitsUntil
} from "./calls.ts"
import { comesToNothing } from "./comesToNothing.ts"
import { doneOnce, mustBe, mustFind, nameOf } from "./findings.ts"
import {
  type Charged,
  crookedSteps,
  currenciesOf,
  type Kind,
  laterThan,
  modificationOf,
  newReference,
  stepsOf
} from "./requests.ts"

/** The rules of captures, voids and refunds. */
export const modificationRules = (harness: ProviderHarness): ReadonlyArray<ProviderRule> => {
  const { lookup, dedupesForHours } = harness.provider.capabilities
  const kinds = kindsOf(harness)
  const takesPartialCaptures = takesParts(harness, "capture")
  return [
    ...kinds.flatMap((kind) => [carriesOut(harness, kind), isFoundOut(harness, kind)]),
    ...(dedupesForHours > 0 ? kinds : []).map((kind) => carriesOutOnce(harness, kind)),
    ...(lookup ? kinds : []).map((kind) => isOfItsKind(harness, kind)),
    ...(takesParts(harness, "refund") ? [takesNoMore(harness)] : []),
    ...(takesParts(harness, "refund") ? [part(harness, "refund")] : []),
    ...(takesPartialCaptures ? [part(harness, "capture")] : []),
    ...(takesPartialCaptures && lookup ? [findsPartialCaptures(harness)] : [])
  ]
}

/** Returns the kinds of modifications that the provider supports. */
export const kindsOf = ({ provider: { capabilities } }: ProviderHarness): ReadonlyArray<Kind> => [
  ...(capabilities.manualCapture ? (["capture", "void"] as const) : []),
  ...(capabilities.refunds === "none" ? [] : (["refund"] as const))
]

/** Returns true if the provider supports partial modifications of this kind. */
export const takesParts = (harness: ProviderHarness, kind: "capture" | "refund"): boolean => {
  const { partialCapture, refunds } = harness.provider.capabilities
  if (!kindsOf(harness).includes(kind)) return false
  return kind === "capture" ? partialCapture : refunds === "partial"
}

/** Makes a charge that can be captured, voided or refunded. */
export const ready = (
  harness: ProviderHarness,
  kind: Kind,
  changes: Partial<Pick<ChargeRequest, "currency" | "amount">> = {}
): Promise<Charged> => charged(harness, { capture: kind === "refund", ...changes })

/**
 * Sends a modification, which must be accepted and carried out once. If the connector says so, it
 * must already be done.
 */
export const accepted = async (
  harness: ProviderHarness,
  kind: Kind,
  request: ModificationRequest
) => {
  const answer = await modify(harness, kind, request)
  const outcome = mustBe(answer, nameOf(request), "Succeeded", "Pending")
  await doneOnce(harness, kind, request, outcome._tag)
  return outcome
}

const carriesOut = (harness: ProviderHarness, kind: Kind): ProviderRule => ({
  name: `a ${kind} is carried out once for the requested amount, in every kind of currency`,
  run: async () => {
    for (const currency of currenciesOf(harness)) {
      const amount = stepsOf(harness, currency, crookedSteps)
      const made = await ready(harness, kind, { currency, amount })
      await accepted(harness, kind, modificationOf(kind, made))
    }
  }
})

const part = (harness: ProviderHarness, kind: "capture" | "refund"): ProviderRule => ({
  name: `a partial ${kind} moves only that part`,
  run: async () => {
    const made = await ready(harness, kind)
    const amount = stepsOf(harness, made.request.currency, 500n)
    await accepted(harness, kind, modificationOf(kind, made, { amount }))
  }
})

const findsPartialCaptures = (harness: ProviderHarness): ProviderRule => ({
  name: "a partly captured charge is found with the held amount, and the captured amount or none",
  run: async () => {
    const made = await ready(harness, "capture")
    const amount = stepsOf(harness, made.request.currency, 500n)
    await modify(harness, "capture", modificationOf("capture", made, { amount }))
    const asked = `${lookupOf(made.request)}, captured in part,`
    const answer = await lookUp(harness, made.request)
    const found = mustFind(answer, asked, "captured", "authorized", "pending")
    const held = made.request.amount
    assert.ok(
      found.amount === held,
      `For ${asked} the connector answered the amount ${found.amount}. Expected: ${held}.`
    )
    if (found.state !== "captured") return
    const told = found.amountCaptured ?? amount
    assert.ok(
      told === amount,
      `For ${asked} the connector answered the amountCaptured ${told}. Expected: ${amount}.`
    )
  }
})

const carriesOutOnce = (harness: ProviderHarness, kind: Kind): ProviderRule => ({
  name: `a ${kind} that is sent again under its reference is carried out once`,
  run: async () => {
    const request = modificationOf(kind, await ready(harness, kind))
    const together = [1, 2, 3].map(() => outcomeOf(harness.provider[kind](request)))
    await Promise.all(together)
    // The engine sends it again with a later deadline.
    await accepted(harness, kind, { ...request, sendBefore: laterThan(request) })
  }
})

const isFoundOut = (harness: ProviderHarness, kind: Kind): ProviderRule => ({
  name: `a ${kind} whose answer is lost or held is Unknown and can be resolved`,
  run: async () => {
    const { provider, backend, faults } = harness
    const broken = modificationOf(kind, await ready(harness, kind))
    await faults.breaksAnswer()
    const outcome = await outcomeOf(provider[kind](broken))
    mustBe(outcome, `${nameOf(broken)}, whose answer was lost,`, "Unknown")
    await comesOut(harness, kind, broken)
    const held = modificationOf(kind, await ready(harness, kind))
    await faults.holdsAnswer()
    await waitsUntil(
      provider[kind](held),
      nameOf(held),
      async () => (await backend.modifications(kind, held.reference)).length > 0
    )
    await comesOut(harness, kind, held)
  }
})

/** Resolves an unknown modification as the engine does: by a lookup, or by sending it again. */
export const comesOut = async (
  harness: ProviderHarness,
  kind: Kind,
  request: ModificationRequest
): Promise<void> => {
  if (!harness.provider.capabilities.lookup) return void (await accepted(harness, kind, request))
  await isFound(harness, kind, request)
}

/** Looks up a modification and compares its state with the provider's. */
const isFound = async (harness: ProviderHarness, kind: Kind, request: ModificationRequest) => {
  const answer = await lookUpModification(harness, kind, request)
  const found = mustFind(answer, `the lookup of ${nameOf(request)}`, "succeeded", "pending")
  await doneOnce(harness, kind, request, found.state)
  return found
}

const isOfItsKind = (harness: ProviderHarness, kind: Kind): ProviderRule => ({
  name: `a ${kind} is found by its kind and reference, and is Absent under others`,
  run: async () => {
    const request = modificationOf(kind, await ready(harness, kind))
    const { providerReference } = await accepted(harness, kind, request)
    const found = await isFound(harness, kind, request)
    assert.ok(
      found.providerReference === providerReference,
      `The provider reference ${providerReference} was found as ${found.providerReference}.`
    )
    await isFoundByBoth(harness, kind, request, providerReference)
    const other = { ...request, reference: newReference(kind) }
    const absent = await lookUpModificationOnce(harness, kind, other)
    mustBe(absent, `the lookup of ${nameOf(other)}, which was never sent,`, "Absent")
    const otherKind = kind === "refund" ? "capture" : "refund"
    const foreign = await lookUpModificationOnce(harness, otherKind, request)
    assert.ok(foreign._tag !== "Found", `${request.reference} was found as a ${otherKind}.`)
  }
})

/** The engine looks it up by both references as soon as it knows the provider's. */
const isFoundByBoth = async (
  harness: ProviderHarness,
  kind: Kind,
  { reference, charge }: ModificationRequest,
  providerReference: string
): Promise<void> => {
  const by = `the lookup of ${reference}, with the provider's reference ${providerReference},`
  const query = { kind, reference, providerReference, charge }
  const found = await answered(harness.provider.lookupModification(query), by)
  mustFind(found, by, "succeeded", "pending")
}

const takesNoMore = (harness: ProviderHarness): ProviderRule => ({
  name: "a refund of more than the captured amount is Failed with a code, and refunds nothing",
  run: async () => {
    const made = await ready(harness, "refund")
    const request = modificationOf("refund", made, { amount: made.request.amount * 2n })
    await comesToNothing(harness, "refund", request, "of twice the captured amount")
  }
})
