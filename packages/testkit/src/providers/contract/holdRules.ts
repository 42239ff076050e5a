import assert from "node:assert/strict"
import type { ModificationRequest, PaymentProvider } from "@payloom/core"
import type { ProviderHarness, ProviderRule } from "../ProviderHarness.ts"
import { aMinuteFromNow } from "../plainCharge.ts"
import {
  answered,
  charge,
  charged,
  lookUp,
  lookUpModification,
  lookupOf,
  modify,
  onceDone,
  outcomeOf,
  sleep
} from "./calls.ts"
import { chargedNothing, chargedOnce, mustBe, mustFind, nameOf, saysAmount } from "./findings.ts"
import { accepted } from "./modificationRules.ts"
import { type Charged, chargeOf, modificationOf, newReference, stepsOf } from "./requests.ts"

/** The rules of several captures, increments and approvals of a part. */
export const holdRules = (harness: ProviderHarness): ReadonlyArray<ProviderRule> => {
  const { provider, sources } = harness
  const { capabilities, increment } = provider
  const { manualCapture, multipleCaptures, incrementalAuthorization } = capabilities
  const { partialApproval, lookup, dedupesForHours } = capabilities
  const raises = manualCapture && incrementalAuthorization === true && increment !== undefined
  return [
    ...(manualCapture && multipleCaptures === true
      ? [capturesInParts(harness), ...(lookup ? [findsParts(harness)] : [])]
      : []),
    ...(raises
      ? [
          raisesHold(harness, increment),
          ...(dedupesForHours > 0 ? [isRaisedOnce(harness, increment)] : []),
          isResolved(harness, increment)
        ]
      : []),
    ...(partialApproval === true && sources.approvedInPart !== undefined
      ? [approvesParts(harness, sources.approvedInPart)]
      : [])
  ]
}

/** Holds 1250 steps, for later captures and increments. */
const held = (harness: ProviderHarness): Promise<Charged> =>
  charged(harness, {
    capture: false,
    authorization: { multipleCaptures: true, incremental: true }
  })

/** Captures a part. Waits until the provider has done it, because another part may follow. */
const capturePart = async (
  harness: ProviderHarness,
  made: Charged,
  steps: bigint,
  isFinal: boolean
): Promise<bigint> => {
  const amount = stepsOf(harness, made.request.currency, steps)
  const request = modificationOf("capture", made, { amount, isFinal })
  await accepted(harness, "capture", request)
  await onceDone(harness, "capture", request)
  return amount
}

const capturesInParts = (harness: ProviderHarness): ProviderRule => ({
  name: "a hold is captured in several parts, each once, until a final capture",
  run: async () => {
    const made = await held(harness)
    await capturePart(harness, made, 500n, false)
    await capturePart(harness, made, 300n, false)
    await capturePart(harness, made, 200n, true)
    const amount = stepsOf(harness, made.request.currency, 100n)
    const late = modificationOf("capture", made, { amount })
    const outcome = await modify(harness, "capture", late)
    const asked = `${nameOf(late)}, after the final capture,`
    mustBe(outcome, asked, "Failed", "HoldExpired", "Pending")
    const captures = await harness.backend.modifications("capture", late.reference)
    assert.ok(
      captures.every(({ state }) => state !== "succeeded"),
      `For ${asked} the provider has captured more.`
    )
  }
})

const findsParts = (harness: ProviderHarness): ProviderRule => ({
  name: "a hold that was captured in parts is found with the held amount and the captured total",
  run: async () => {
    const made = await held(harness)
    const first = await capturePart(harness, made, 500n, false)
    const second = await capturePart(harness, made, 300n, false)
    const asked = `${lookupOf(made.request)}, captured in two parts,`
    const found = mustFind(await lookUp(harness, made.request), asked, "captured", "authorized")
    const { currency } = made.request
    saysAmount({ amount: found.amount, currency }, made.request, asked)
    if (found.state === "authorized") return
    const total = { amount: found.amountCaptured ?? first + second, currency }
    saysAmount(total, { amount: first + second, currency }, asked)
  }
})

type Increment = NonNullable<PaymentProvider["increment"]>

/** Returns a request to raise a hold to twice its amount. */
const doubling = ({ request, charge }: Charged): ModificationRequest => ({
  reference: newReference("increment"),
  charge,
  amount: request.amount * 2n,
  currency: request.currency,
  sendBefore: aMinuteFromNow()
})

/** Asserts that the provider holds the new total. */
const holdsTotal = async (
  harness: ProviderHarness,
  { request }: Charged,
  { amount, currency }: ModificationRequest
) => saysAmount({ amount, currency }, await chargedOnce(harness, request), "the increment")

const raisesHold = (harness: ProviderHarness, increment: Increment): ProviderRule => ({
  name: "an increment raises a hold to the new total, which can be captured",
  run: async () => {
    const made = await held(harness)
    const request = doubling(made)
    const outcome = await answered(increment(request), nameOf(request))
    mustBe(outcome, nameOf(request), "Succeeded", "Pending")
    await isDone(harness, request, outcome._tag === "Succeeded")
    await holdsTotal(harness, made, request)
    const capture = modificationOf("capture", made, { amount: request.amount })
    await accepted(harness, "capture", capture)
  }
})

const isRaisedOnce = (harness: ProviderHarness, increment: Increment): ProviderRule => ({
  name: "an increment that is sent again under its reference raises the hold once",
  run: async () => {
    const made = await held(harness)
    const request = doubling(made)
    await Promise.all([1, 2, 3].map(() => outcomeOf(increment(request))))
    const outcome = await answered(increment(request), nameOf(request))
    mustBe(outcome, nameOf(request), "Succeeded", "Pending")
    await isDone(harness, request, outcome._tag === "Succeeded")
    await holdsTotal(harness, made, request)
  }
})

const isResolved = (harness: ProviderHarness, increment: Increment): ProviderRule => ({
  name: "an increment whose answer is lost is Unknown and can be resolved",
  run: async () => {
    const made = await held(harness)
    const request = doubling(made)
    await harness.faults.breaksAnswer()
    const outcome = await outcomeOf(increment(request))
    mustBe(outcome, `${nameOf(request)}, whose answer was lost,`, "Unknown")
    if (harness.provider.capabilities.lookup) await isDone(harness, request, false)
    else await answered(increment(request), nameOf(request))
    await holdsTotal(harness, made, request)
  }
})

/** The longest time until an accepted increment is found as done. */
const mostDecidingMs = 3000

/** Looks an increment up until it is done, unless the connector claims success. */
const isDone = async (
  harness: ProviderHarness,
  request: ModificationRequest,
  isClaimed: boolean
) => {
  if (isClaimed || !harness.provider.capabilities.lookup) return
  const until = performance.now() + mostDecidingMs
  for (;;) {
    const answer = await lookUpModification(harness, "increment", request)
    const found = mustFind(answer, `the lookup of ${nameOf(request)}`, "succeeded", "pending")
    if (found.state === "succeeded") return
    assert.ok(performance.now() < until, `${nameOf(request)} is still pending.`)
    await sleep(20)
  }
}

const approvesParts = (
  harness: ProviderHarness,
  source: NonNullable<ProviderHarness["sources"]["approvedInPart"]>
): ProviderRule => ({
  name: "a part is approved only of a charge that accepts parts, with the provider's amount",
  run: async () => {
    const accepting = chargeOf(harness, { source, authorization: { partial: true } })
    const outcome = mustBe(await charge(harness, accepting), nameOf(accepting), "Approved")
    saysAmount(outcome, await chargedOnce(harness, accepting), nameOf(accepting))
    assert.ok(
      outcome.amount < accepting.amount,
      `For ${nameOf(accepting)} the connector answered the whole amount as approved.`
    )
    const whole = chargeOf(harness, { source })
    mustBe(await charge(harness, whole), nameOf(whole), "Declined")
    await chargedNothing(harness, whole, `${nameOf(whole)} accepts no part`)
  }
})
