import assert from "node:assert/strict"
import { readDecline } from "@payloom/core"
import type { ProviderHarness, ProviderRule } from "../ProviderHarness.ts"
import {
  answered,
  charged,
  chargeOf,
  currenciesOf,
  givenUpAfter,
  newReference,
  outcomeOf,
  queryOf,
  stateIn,
  stepsOf,
  textOf
} from "./calls.ts"

/** What every charge has to hold to. */
export const chargeRules = (harness: ProviderHarness): ReadonlyArray<ProviderRule> => {
  const { provider, sources, refusedMid } = harness
  const { manualCapture, dedupesForHours } = provider.capabilities
  return [
    saysWhatWasTaken(harness),
    keepsAmounts(harness),
    ...(manualCapture ? [holds(harness)] : []),
    ...(dedupesForHours > 0 ? [chargesOnce(harness)] : []),
    losesNothing(harness),
    waits(harness),
    admitsNotSending(harness),
    notPastDeadline(harness),
    declines(harness),
    ...(refusedMid === undefined ? [] : [refuses(harness, refusedMid)]),
    ...(sources.pending === undefined ? [] : [pends(harness, sources.pending)]),
    ...(provider.canCharge === undefined ? [] : [canCharge(harness)])
  ]
}

const saysWhatWasTaken = (harness: ProviderHarness): ProviderRule => ({
  name: "a charge is made once, and the answer says what was taken",
  run: async () => {
    const request = chargeOf(harness)
    const outcome = await answered(harness.provider.charge(request))
    assert.equal(outcome._tag, "Approved", textOf(outcome))
    const { amount, currency } = request
    assert.deepEqual(
      { amount: outcome.amount, currency: outcome.currency, captured: outcome.captured },
      { amount, currency, captured: true }
    )
    assert.notEqual(outcome.providerReference, "")
    assert.deepEqual(await took(harness, request.reference), [{ amount, currency }])
  }
})

const keepsAmounts = (harness: ProviderHarness): ProviderRule => ({
  name: "amounts come back as they went, in currencies of no, two and three decimals",
  run: async () => {
    for (const currency of currenciesOf(harness)) {
      for (const steps of [1n, 1250n, 123_456n]) {
        const amount = stepsOf(harness, currency, steps)
        const request = chargeOf(harness, { amount, currency })
        const outcome = await answered(harness.provider.charge(request))
        assert.equal(outcome._tag, "Approved", textOf(outcome))
        assert.deepEqual([outcome.amount, outcome.currency], [amount, currency])
        assert.deepEqual(await took(harness, request.reference), [{ amount, currency }])
        if (!harness.provider.capabilities.lookup) continue
        const found = await answered(harness.provider.lookup(queryOf(request)))
        assert.equal(found._tag, "Found", textOf(found))
        assert.deepEqual([found.amount, found.currency], [amount, currency])
      }
    }
  }
})

const losesNothing = (harness: ProviderHarness): ProviderRule => ({
  name: "a charge whose answer is lost is Unknown, and can be found out",
  run: async () => {
    const request = chargeOf(harness)
    await harness.faults.breaksAnswer()
    const outcome = await outcomeOf(harness.provider.charge(request))
    assert.equal(outcome._tag, "Unknown", textOf(outcome))
    await isFoundOut(harness, request)
  }
})

const waits = (harness: ProviderHarness): ProviderRule => ({
  name: "a charge that nobody answers waits until it is given up, and can be found out",
  run: async () => {
    const request = chargeOf(harness)
    await harness.faults.holdsAnswer()
    const wasWaiting = await givenUpAfter(
      harness.provider.charge(request),
      async () => (await took(harness, request.reference)).length > 0
    )
    assert.ok(wasWaiting, "it answered for a provider that had not")
    await isFoundOut(harness, request)
  }
})

const admitsNotSending = (harness: ProviderHarness): ProviderRule => ({
  name: "a charge that never left is said to be NotSent, or Unknown, and nothing else",
  run: async () => {
    const request = chargeOf(harness)
    await harness.faults.refusesConnection()
    const { _tag } = await outcomeOf(harness.provider.charge(request))
    assert.ok(_tag === "NotSent" || _tag === "Unknown", _tag)
    assert.deepEqual(await took(harness, request.reference), [])
  }
})

const notPastDeadline = (harness: ProviderHarness): ProviderRule => ({
  name: "nothing is charged past sendBefore",
  run: async () => {
    const request = chargeOf(harness, { sendBefore: Date.now() - 1 })
    const outcome = await answered(harness.provider.charge(request))
    assert.equal(outcome._tag, "NotSent", textOf(outcome))
    assert.deepEqual(await took(harness, request.reference), [])
  }
})

const declines = (harness: ProviderHarness): ProviderRule => ({
  name: "a decline is Declined, charges nothing, and its code means what it should",
  run: async () => {
    assert.notEqual(harness.sources.declined.length, 0, "there is no source that is declined")
    for (const { source, rawCode, means } of harness.sources.declined) {
      const request = chargeOf(harness, { source })
      const outcome = await answered(harness.provider.charge(request))
      assert.equal(outcome._tag, "Declined", textOf(outcome))
      assert.equal(outcome.rawCode, rawCode)
      const { code } = readDecline(harness.provider.declines, rawCode, outcome.networkCode)
      assert.equal(code, means, `what ${rawCode} means`)
      assert.deepEqual(await took(harness, request.reference), [])
    }
  }
})

const took = (harness: ProviderHarness, reference: string) => harness.backend.charges(reference)

const holds = (harness: ProviderHarness): ProviderRule => ({
  name: "a charge that is not to be captured is held, and says so",
  run: async () => {
    const request = chargeOf(harness, { capture: false })
    const outcome = await answered(harness.provider.charge(request))
    assert.equal(outcome._tag, "Approved", textOf(outcome))
    assert.equal(outcome.captured, false)
    if (!harness.provider.capabilities.lookup) return
    const found = await answered(harness.provider.lookup(queryOf(request)))
    assert.equal(stateIn(found), "authorized")
  }
})

const chargesOnce = (harness: ProviderHarness): ProviderRule => ({
  name: "a reference charges once, however often it is sent, at once or later",
  run: async () => {
    const request = chargeOf(harness)
    const { provider } = harness
    const together = [1, 2, 3, 4].map(() => outcomeOf(provider.charge(request)))
    await Promise.all(together)
    const later = await answered(provider.charge(request))
    assert.equal(later._tag, "Approved", textOf(later))
    assert.equal((await took(harness, request.reference)).length, 1)
    const other = await charged(harness)
    assert.notEqual(other.charge.providerReference, later.providerReference)
  }
})

/** As the engine finds out: it asks, or sends the same again while the provider remembers it. */
const isFoundOut = async (
  harness: ProviderHarness,
  request: ReturnType<typeof chargeOf>
): Promise<void> => {
  const { provider } = harness
  if (provider.capabilities.lookup) {
    assert.equal(stateIn(await answered(provider.lookup(queryOf(request)))), "captured")
  } else {
    const again = await answered(provider.charge(request))
    assert.equal(again._tag, "Approved", textOf(again))
  }
  assert.equal((await took(harness, request.reference)).length, 1)
}

const refuses = (
  harness: ProviderHarness,
  mid: NonNullable<ProviderHarness["refusedMid"]>
): ProviderRule => ({
  name: "an account that is turned away is Refused, which is no decline, and charges nothing",
  run: async () => {
    const request = chargeOf(harness, { mid })
    const outcome = await answered(harness.provider.charge(request))
    assert.equal(outcome._tag, "Refused", textOf(outcome))
    assert.notEqual(outcome.reason, "")
    assert.deepEqual(await took(harness, request.reference), [])
  }
})

const pends = (
  harness: ProviderHarness,
  source: NonNullable<ProviderHarness["sources"]["pending"]>
): ProviderRule => ({
  name: "a charge that is decided later is Pending, and no decline until then",
  run: async () => {
    const request = chargeOf(harness, { source })
    const outcome = await answered(harness.provider.charge(request))
    assert.equal(outcome._tag, "Pending", textOf(outcome))
    if (!harness.provider.capabilities.lookup) return
    const state = stateIn(await answered(harness.provider.lookup(queryOf(request))))
    assert.ok(["pending", "authorized", "captured"].includes(state), state)
  }
})

const canCharge = (harness: ProviderHarness): ProviderRule => ({
  name: "canCharge says true of what the account charges, and false of what it can't",
  run: async () => {
    const { provider, mid, sources } = harness
    assert.equal(provider.canCharge?.(sources.approved, mid), true)
    const foreign = sources.foreign ?? { _tag: "Apm", apm: newReference() }
    assert.equal(provider.canCharge?.(foreign, mid), false)
  }
})
