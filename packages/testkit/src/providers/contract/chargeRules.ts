import assert from "node:assert/strict"
import {
  type ChargeRequest,
  type ChargeSource,
  type MidAccount,
  type Millis,
  readDecline
} from "@payloom/core"
import type { ProviderHarness, ProviderRule } from "../ProviderHarness.ts"
import { charge, charged, lookUp, lookupOf, outcomeOf, waitsUntil } from "./calls.ts"
import { chargedNothing, chargedOnce, mustBe, mustFind, mustSay, nameOf } from "./findings.ts"
import { chargeOf, newReference } from "./requests.ts"

/** What every charge has to hold to. */
export const chargeRules = (harness: ProviderHarness): ReadonlyArray<ProviderRule> => {
  const { provider, sources, refusedMid } = harness
  const { manualCapture, dedupesForHours } = provider.capabilities
  return [
    ...(manualCapture ? [holds(harness)] : []),
    ...(dedupesForHours > 0 ? [chargesOnce(harness)] : []),
    losesNothing(harness),
    waits(harness),
    admitsNotSending(harness),
    declines(harness),
    ...(refusedMid === undefined ? [] : [refuses(harness, refusedMid)]),
    ...(sources.pending === undefined ? [] : [pends(harness, sources.pending)]),
    ...(provider.canCharge === undefined ? [] : [canCharge(harness, provider.canCharge)])
  ]
}

const losesNothing = (harness: ProviderHarness): ProviderRule => ({
  name: "a charge whose answer is lost is Unknown, and can be found out",
  run: async () => {
    const request = chargeOf(harness)
    await harness.faults.breaksAnswer()
    const outcome = await outcomeOf(harness.provider.charge(request))
    mustBe(outcome, `${nameOf(request)}, whose answer was lost,`, "Unknown")
    await isFoundOut(harness, request)
  }
})

const waits = (harness: ProviderHarness): ProviderRule => ({
  name: "a charge that nobody answers waits until it is given up, and can be found out",
  run: async () => {
    const request = chargeOf(harness)
    const { provider, backend, faults } = harness
    await faults.holdsAnswer()
    await waitsUntil(
      provider.charge(request),
      nameOf(request),
      async () => (await backend.charges(request.reference)).length > 0
    )
    await isFoundOut(harness, request)
  }
})

const admitsNotSending = (harness: ProviderHarness): ProviderRule => ({
  name: "a charge that never left is said to be NotSent, or Unknown, and nothing else",
  run: async () => {
    const request = chargeOf(harness)
    await harness.faults.refusesConnection()
    const outcome = await outcomeOf(harness.provider.charge(request))
    mustBe(outcome, `${nameOf(request)}, which never left,`, "NotSent", "Unknown")
    await chargedNothing(harness, request, "The connection was refused")
  }
})

const declines = (harness: ProviderHarness): ProviderRule => ({
  name: "a decline is Declined, charges nothing, and its code means what it should",
  run: async () => {
    const { provider, sources } = harness
    assert.ok(sources.declined.length > 0, "There is no source that is declined.")
    for (const { source, rawCode, means } of sources.declined) {
      const request = chargeOf(harness, { source })
      const outcome = mustBe(await charge(harness, request), nameOf(request), "Declined")
      assert.ok(
        outcome.rawCode === rawCode,
        `What is declined as ${rawCode} was Declined with the rawCode "${outcome.rawCode}".`
      )
      const { code } = readDecline(provider.declines, rawCode, outcome.networkCode)
      assert.ok(code === means, `The code ${rawCode} means ${code}, where ${means} is right.`)
      await chargedNothing(harness, request, `It was Declined as ${rawCode}`)
    }
  }
})

const holds = (harness: ProviderHarness): ProviderRule => ({
  name: "a charge that is not to be captured is held, and says so, and until when",
  run: async () => {
    const request = chargeOf(harness, { capture: false })
    const outcome = mustBe(await charge(harness, request), nameOf(request), "Approved")
    assert.ok(!outcome.captured, `To ${nameOf(request)}, a hold, the connector said: captured.`)
    liesAhead(outcome, nameOf(request))
    if (!harness.provider.capabilities.lookup) return
    liesAhead(
      mustFind(await lookUp(harness, request), lookupOf(request), "authorized"),
      lookupOf(request)
    )
  }
})

/** A time in seconds would have passed long ago. */
const liesAhead = (
  { holdsUntil }: { readonly holdsUntil?: Millis | null | undefined },
  asked: string
): void =>
  assert.ok(
    (holdsUntil ?? Infinity) > Date.now(),
    `To ${asked} the connector said that it holds until ${holdsUntil}, which has passed.`
  )

const chargesOnce = (harness: ProviderHarness): ProviderRule => ({
  name: "a reference charges once, however often it is sent, at once or later",
  run: async () => {
    const request = chargeOf(harness)
    const together = [1, 2, 3, 4].map(() => outcomeOf(harness.provider.charge(request)))
    await Promise.all(together)
    const later = mustBe(await charge(harness, request), nameOf(request), "Approved")
    await chargedOnce(harness, request)
    const other = await charged(harness)
    assert.ok(
      other.charge.providerReference !== later.providerReference,
      `Two charges have the provider's reference ${later.providerReference}: ` +
        `${request.reference} and ${other.request.reference}.`
    )
  }
})

/** As the engine finds out: it asks, or sends the same again while the provider remembers it. */
export const isFoundOut = async (
  harness: ProviderHarness,
  request: ChargeRequest
): Promise<void> => {
  if (harness.provider.capabilities.lookup) {
    mustFind(await lookUp(harness, request), lookupOf(request), "captured")
  } else {
    mustBe(await charge(harness, request), `${nameOf(request)}, sent again,`, "Approved")
  }
  await chargedOnce(harness, request)
}

const refuses = (harness: ProviderHarness, mid: MidAccount): ProviderRule => ({
  name: "a rejected account is AccountUnavailable, which is no decline, and charges nothing",
  run: async () => {
    const request = chargeOf(harness, { mid })
    const asked = `${nameOf(request)}, on refusedMid,`
    const outcome = mustBe(await charge(harness, request), asked, "AccountUnavailable")
    mustSay(outcome.reason, "reason", asked)
    await chargedNothing(harness, request, "It was AccountUnavailable")
  }
})

const pends = (harness: ProviderHarness, source: ChargeSource): ProviderRule => ({
  name: "a charge that is decided later is Pending, and no decline until then",
  run: async () => {
    const request = chargeOf(harness, { source })
    mustBe(await charge(harness, request), nameOf(request), "Pending")
    if (!harness.provider.capabilities.lookup) return
    const found = await lookUp(harness, request)
    mustFind(found, lookupOf(request), "pending", "authorized", "captured")
  }
})

const canCharge = (
  { sources, mid }: ProviderHarness,
  asks: (source: ChargeSource, mid: MidAccount) => boolean
): ProviderRule => ({
  name: "canCharge says true of what the account charges, and false of what it can't",
  run: async () => {
    assert.ok(asks(sources.approved, mid), "canCharge says false of sources.approved.")
    const unheardOf: ChargeSource = { _tag: "Apm", apm: newReference() }
    const [foreign, name] =
      sources.foreign === undefined
        ? [unheardOf, "a method that nobody has heard of"]
        : [sources.foreign, "sources.foreign"]
    assert.ok(!asks(foreign, mid), `canCharge says true of ${name}.`)
  }
})
