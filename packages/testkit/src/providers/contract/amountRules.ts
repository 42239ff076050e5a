import assert from "node:assert/strict"
import type { ChargeRequest, ChargeSource } from "@payloom/core"
import type { ProviderHarness, ProviderRule } from "../ProviderHarness.ts"
import { charge, lookUp, lookUpOnce, lookupOf } from "./calls.ts"
import {
  chargedAsAsked,
  chargedOnce,
  mustBe,
  mustFind,
  mustSay,
  nameOf,
  saysAmount
} from "./findings.ts"
import { notificationOfCharge } from "./readNotifications.ts"
import { chargeOf, currenciesOf, leastOf, stepsOf } from "./requests.ts"

/** What a charge takes, and what the connector says that it took. */
export const amountRules = (harness: ProviderHarness): ReadonlyArray<ProviderRule> => {
  const { approvedForLess, verifiable } = harness.sources
  return [
    saysWhatWasTaken(harness),
    keepsAmounts(harness),
    ...(approvedForLess === undefined ? [] : [tellsOfLess(harness, approvedForLess)]),
    ...(verifiable === undefined ? [] : [verifies(harness, verifiable)])
  ]
}

const saysWhatWasTaken = (harness: ProviderHarness): ProviderRule => ({
  name: "a charge is made once, and the answer says what was taken",
  run: async () => {
    const request = chargeOf(harness)
    const outcome = mustBe(await charge(harness, request), nameOf(request), "Approved")
    await chargedAsAsked(harness, request)
    saysAmount(outcome, request, nameOf(request))
    assert.ok(
      outcome.captured,
      `To ${nameOf(request)} the connector said that it was not captured.`
    )
    mustSay(outcome.providerReference, "provider's reference", nameOf(request))
  }
})

const keepsAmounts = (harness: ProviderHarness): ProviderRule => ({
  name: "amounts come back as they went, in currencies of no, two and three decimals",
  run: async () => {
    for (const currency of currenciesOf(harness)) {
      const larger = [1250n, 123_456n].map((steps) => stepsOf(harness, currency, steps))
      for (const amount of [leastOf(harness, currency), ...larger]) {
        const request = chargeOf(harness, { amount, currency })
        const outcome = mustBe(await charge(harness, request), nameOf(request), "Approved")
        await chargedAsAsked(harness, request)
        saysAmount(outcome, request, nameOf(request))
        if (!harness.provider.capabilities.lookup) continue
        const found = mustFind(await lookUp(harness, request), lookupOf(request))
        saysAmount(found, request, foundOf(request))
      }
    }
  }
})

const tellsOfLess = (harness: ProviderHarness, source: ChargeSource): ProviderRule => ({
  name: "a charge of less than was asked is told as what it is, wherever it is told",
  run: async () => {
    const { provider, backend } = harness
    const request = chargeOf(harness, { source })
    const outcome = mustBe(await charge(harness, request), nameOf(request), "Approved")
    const made = await chargedOnce(harness, request)
    assert.ok(
      made.amount < request.amount,
      `For ${nameOf(request)} the provider has charged ${made.amount}, which is not less, though ` +
        "it is by sources.approvedForLess."
    )
    saysAmount(outcome, made, nameOf(request))
    if (provider.capabilities.lookup) {
      const found = mustFind(await lookUp(harness, request), lookupOf(request))
      saysAmount(found, made, foundOf(request))
    }
    if (backend.notification === undefined) return
    const told = await notificationOfCharge(harness, request, backend.notification)
    saysAmount(told, made, `${request.reference}, in a notification,`)
  }
})

const verifies = (harness: ProviderHarness, source: ChargeSource): ProviderRule => ({
  name: "a check of a card is Approved for 0, and takes nothing",
  run: async () => {
    const request = chargeOf(harness, { type: "verify", amount: 0n, source })
    const outcome = mustBe(await charge(harness, request), nameOf(request), "Approved")
    saysAmount(outcome, request, nameOf(request))
    const { reference } = request
    for (const made of await harness.backend.charges(reference)) {
      saysAmount(request, made, `${reference}, a check of a card,`)
    }
    if (!harness.provider.capabilities.lookup) return
    const found = await lookUpOnce(harness, request)
    if (found._tag !== "Absent")
      saysAmount(mustFind(found, lookupOf(request)), request, foundOf(request))
  }
})

const foundOf = ({ reference }: ChargeRequest): string => `${reference}, when it is looked up,`
