import assert from "node:assert/strict"
import {
  type ChargeRequest,
  type ChargeSource,
  decryptedWalletOf,
  type MidAccount,
  type Millis,
  readDecline
} from "@payloom/core"
import type { ProviderHarness, ProviderRule } from "../ProviderHarness.ts"
import { charge, charged, isDecided, lookUp, lookupOf, outcomeOf, waitsUntil } from "./calls.ts"
import { chargedNothing, chargedOnce, mustBe, mustFind, mustSay, nameOf } from "./findings.ts"
import { chargeOf, newReference, resentOf } from "./requests.ts"

/** The rules of every charge. */
export const chargeRules = (harness: ProviderHarness): ReadonlyArray<ProviderRule> => {
  const { provider, sources, refusedMid } = harness
  const { methods, manualCapture, dedupesForHours, networkTokens } = provider.capabilities
  return [
    ...(manualCapture ? [holds(harness)] : []),
    ...(dedupesForHours > 0 ? [chargesOnce(harness)] : []),
    losesNothing(harness),
    waits(harness),
    admitsNotSending(harness),
    declines(harness),
    ...(refusedMid === undefined ? [] : [refuses(harness, refusedMid)]),
    ...(networkTokens === true && sources.networkToken !== undefined
      ? [chargesNetworkToken(harness, sources.networkToken)]
      : []),
    ...(networkTokens === true && sources.refusedNetworkToken !== undefined
      ? [refusesNetworkToken(harness, sources.refusedNetworkToken)]
      : []),
    ...(methods.includes("wallet") && sources.decryptedWallet !== undefined
      ? [chargesDecryptedWallet(harness, sources.decryptedWallet)]
      : []),
    ...(sources.pending === undefined ? [] : [pends(harness, sources.pending)]),
    ...(provider.canCharge === undefined ? [] : [canCharge(harness, provider.canCharge)])
  ]
}

/** Charges the network token of a card in place of its number. */
const byToken = (source: ChargeSource): ChargeSource =>
  source._tag === "Vaulted" ? { ...source, usesNetworkToken: true } : source

const chargesNetworkToken = (harness: ProviderHarness, source: ChargeSource): ProviderRule => ({
  name: "a network token is charged once, with a cryptogram and without one",
  run: async () => {
    for (const initiator of ["customer", "merchant"] as const) {
      const request = chargeOf(harness, { source: byToken(source), initiator })
      const outcome = await charge(harness, request)
      if (initiator === "merchant" && outcome._tag === "AccountUnavailable") {
        // The provider takes no such charge by a card's number either.
        const byNumber = chargeOf(harness, { source, initiator })
        mustBe(await charge(harness, byNumber), nameOf(byNumber), "AccountUnavailable")
        continue
      }
      mustBe(outcome, nameOf(request), "Approved")
      await chargedOnce(harness, request)
    }
  }
})

const refusesNetworkToken = (harness: ProviderHarness, source: ChargeSource): ProviderRule => ({
  name: "a refused network token is a decline that asks for the card's number, which is charged",
  run: async () => {
    const request = chargeOf(harness, { source: byToken(source) })
    const outcome = mustBe(await charge(harness, request), nameOf(request), "Declined")
    const { rawCode, networkCode } = outcome
    const { decision } = readDecline(harness.provider.declines, rawCode, networkCode)
    assert.ok(
      decision === "card_number",
      `The decline ${rawCode} of a network token has the decision ${decision}. ` +
        "Expected: card_number."
    )
    const byNumber = chargeOf(harness, { source })
    mustBe(await charge(harness, byNumber), nameOf(byNumber), "Approved")
  }
})

const chargesDecryptedWallet = (harness: ProviderHarness, source: ChargeSource): ProviderRule => ({
  name: "a decrypted wallet is charged once, if its provider lists it",
  run: async () => {
    const wallet = decryptedWalletOf(source)
    const { decryptedWallets = [] } = harness.provider.capabilities
    assert.ok(
      wallet !== null && decryptedWallets.includes(wallet),
      `sources.decryptedWallet has the wallet ${wallet}, but the capabilities list ` +
        `${decryptedWallets.join(", ")}.`
    )
    const request = chargeOf(harness, { source })
    mustBe(await charge(harness, request), nameOf(request), "Approved")
    await chargedOnce(harness, request)
  }
})

const losesNothing = (harness: ProviderHarness): ProviderRule => ({
  name: "a charge whose answer is lost is Unknown and can be resolved",
  run: async () => {
    const request = chargeOf(harness)
    await harness.faults.breaksAnswer()
    const outcome = await outcomeOf(harness.provider.charge(request))
    mustBe(outcome, `${nameOf(request)}, whose answer was lost,`, "Unknown")
    await isFoundOut(harness, request)
  }
})

const waits = (harness: ProviderHarness): ProviderRule => ({
  name: "a charge without an answer waits until it is interrupted, and can be resolved",
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
  name: "a charge that was never sent is NotSent or Unknown",
  run: async () => {
    const request = chargeOf(harness)
    await harness.faults.refusesConnection()
    const outcome = await outcomeOf(harness.provider.charge(request))
    mustBe(outcome, `${nameOf(request)}, which was never sent,`, "NotSent", "Unknown")
    await chargedNothing(harness, request, "The connection was refused")
  }
})

const declines = (harness: ProviderHarness): ProviderRule => ({
  name: "a decline is Declined, charges nothing, and its code has the right meaning",
  run: async () => {
    const { provider, sources } = harness
    assert.ok(sources.declined.length > 0, "sources.declined is empty.")
    for (const { source, rawCode, means } of sources.declined) {
      const request = chargeOf(harness, { source })
      const outcome = mustBe(await charge(harness, request), nameOf(request), "Declined")
      assert.ok(
        outcome.rawCode === rawCode,
        `The source declined as ${rawCode} was Declined with the rawCode "${outcome.rawCode}".`
      )
      const { code } = readDecline(provider.declines, rawCode, outcome.networkCode)
      assert.ok(code === means, `The code ${rawCode} means ${code}. Expected: ${means}.`)
      await chargedNothing(harness, request, `It was Declined as ${rawCode}`)
    }
  }
})

const holds = (harness: ProviderHarness): ProviderRule => ({
  name: "a charge without capture is held, and its answer says until when",
  run: async () => {
    const request = chargeOf(harness, { capture: false })
    const outcome = mustBe(await charge(harness, request), nameOf(request), "Approved")
    assert.ok(
      !outcome.captured,
      `For ${nameOf(request)}, a hold, the connector answered: captured.`
    )
    liesAhead(outcome, nameOf(request))
    if (!harness.provider.capabilities.lookup) return
    liesAhead(
      mustFind(await lookUp(harness, request), lookupOf(request), "authorized"),
      lookupOf(request)
    )
  }
})

/** Checks that a time is in the future. A time in seconds would seem to have passed long ago. */
const liesAhead = (
  { holdsUntil }: { readonly holdsUntil?: Millis | null | undefined },
  asked: string
): void =>
  assert.ok(
    (holdsUntil ?? Infinity) > Date.now(),
    `For ${asked} the connector answered that it holds until ${holdsUntil}, which has passed.`
  )

const chargesOnce = (harness: ProviderHarness): ProviderRule => ({
  name: "charges with one reference are made once, sent concurrently or later",
  run: async () => {
    const request = chargeOf(harness)
    const together = [1, 2, 3, 4].map(() => outcomeOf(harness.provider.charge(request)))
    const outcomes = await Promise.all(together)
    const again = resentOf(request)
    const later = mustBe(await charge(harness, again), `${nameOf(again)}, sent again,`, "Approved")
    await chargedOnce(harness, request)
    const ids = [...outcomes, later].flatMap((each) =>
      each._tag === "Approved" || each._tag === "Pending" ? [each.providerReference] : []
    )
    assert.ok(
      new Set(ids).size === 1,
      `Repeats of ${request.reference} have different references of the provider: ` +
        `${[...new Set(ids)].join(", ")}.`
    )
    const other = await charged(harness)
    assert.ok(
      other.charge.providerReference !== later.providerReference,
      `Two charges have the provider's reference ${later.providerReference}: ` +
        `${request.reference} and ${other.request.reference}.`
    )
  }
})

/**
 * Resolves an unknown charge as the engine does: by a lookup, or by sending the charge again while
 * the provider remembers its reference.
 */
export const isFoundOut = async (
  harness: ProviderHarness,
  request: ChargeRequest
): Promise<void> => {
  if (harness.provider.capabilities.lookup) {
    // Its answer was lost, so its decision was not awaited.
    await isDecided(harness, request)
    mustFind(await lookUp(harness, request), lookupOf(request), "captured")
  } else {
    const again = resentOf(request)
    mustBe(await charge(harness, again), `${nameOf(again)}, sent again,`, "Approved")
  }
  await chargedOnce(harness, request)
}

const refuses = (harness: ProviderHarness, mid: MidAccount): ProviderRule => ({
  name: "a rejected account is AccountUnavailable, not Declined, and charges nothing",
  run: async () => {
    const request = chargeOf(harness, { mid })
    const asked = `${nameOf(request)}, on refusedMid,`
    const outcome = mustBe(await charge(harness, request), asked, "AccountUnavailable")
    mustSay(outcome.reason, "reason", asked)
    await chargedNothing(harness, request, "It was AccountUnavailable")
  }
})

const pends = (harness: ProviderHarness, source: ChargeSource): ProviderRule => ({
  name: "a charge that is decided later is Pending, not Declined",
  run: async () => {
    const request = chargeOf(harness, { source })
    mustBe(await charge(harness, request), nameOf(request), "Pending")
    if (!harness.provider.capabilities.lookup) return
    const found = await lookUp(harness, request)
    // Without backend.decides, the provider may have decided it by now.
    const decided = harness.backend.decides ? [] : (["authorized", "captured"] as const)
    mustFind(found, lookupOf(request), "pending", ...decided)
  }
})

const canCharge = (
  { sources, mid }: ProviderHarness,
  asks: (source: ChargeSource, mid: MidAccount) => boolean
): ProviderRule => ({
  name: "canCharge returns true for sources that the account can charge, and false for others",
  run: async () => {
    assert.ok(asks(sources.approved, mid), "canCharge returns false for sources.approved.")
    const unheardOf: ChargeSource = { _tag: "Apm", apm: newReference() }
    const [foreign, name] =
      sources.foreign === undefined
        ? [unheardOf, "an unknown method"]
        : [sources.foreign, "sources.foreign"]
    assert.ok(!asks(foreign, mid), `canCharge returns true for ${name}.`)
  }
})
