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
import { chargeOf, crookedSteps, currenciesOf, leastOf, stepsOf } from "./requests.ts"

/** The rules of the amounts of charges, at the provider and in the connector's answers. */
export const amountRules = (harness: ProviderHarness): ReadonlyArray<ProviderRule> => {
  const { approvedForLess, verifiable } = harness.sources
  return [
    saysWhatWasTaken(harness),
    keepsAmounts(harness),
    ...(approvedForLess === undefined ? [] : [reportsLess(harness, approvedForLess)]),
    ...(verifiable === undefined ? [] : [verifies(harness, verifiable)])
  ]
}

const saysWhatWasTaken = (harness: ProviderHarness): ProviderRule => ({
  name: "a charge is made once, and the answer has the charged amount",
  run: async () => {
    const request = chargeOf(harness)
    const outcome = mustBe(await charge(harness, request), nameOf(request), "Approved")
    await chargedAsAsked(harness, request)
    saysAmount(outcome, request, nameOf(request))
    assert.ok(
      outcome.captured,
      `For ${nameOf(request)} the connector answered that it was not captured.`
    )
    mustSay(outcome.providerReference, "provider's reference", nameOf(request))
  }
})

const keepsAmounts = (harness: ProviderHarness): ProviderRule => ({
  name: "amounts are read back unchanged, in currencies with zero, two and three decimals",
  run: async () => {
    for (const currency of currenciesOf(harness)) {
      const larger = [1250n, crookedSteps, 123_456n].map((steps) =>
        stepsOf(harness, currency, steps)
      )
      for (const amount of [leastOf(harness, currency), ...larger]) {
        const request = chargeOf(harness, { amount, currency })
        const outcome = mustBe(await charge(harness, request), nameOf(request), "Approved")
        await chargedAsAsked(harness, request)
        saysAmount(outcome, request, nameOf(request))
        await isReadBack(harness, request)
      }
    }
  }
})

/** Compares the amount in a lookup and in a notification, if there are some. */
const isReadBack = async (
  harness: ProviderHarness,
  request: ChargeRequest,
  made: Pick<ChargeRequest, "amount" | "currency"> = request
): Promise<void> => {
  const { provider, backend } = harness
  if (provider.capabilities.lookup) {
    const found = mustFind(await lookUp(harness, request), lookupOf(request))
    saysAmount(found, made, foundOf(request))
  }
  if (backend.notification === undefined) return
  const told = await notificationOfCharge(harness, request, backend.notification)
  saysAmount(told, made, `${request.reference}, in a notification,`)
}

const reportsLess = (harness: ProviderHarness, source: ChargeSource): ProviderRule => ({
  name: "a charge of less than the requested amount is reported with its real amount everywhere",
  run: async () => {
    const request = chargeOf(harness, { source })
    const outcome = mustBe(await charge(harness, request), nameOf(request), "Approved")
    const made = await chargedOnce(harness, request)
    assert.ok(
      made.amount < request.amount,
      `For ${nameOf(request)} by sources.approvedForLess the provider has charged ` +
        `${made.amount}, which is not less.`
    )
    saysAmount(outcome, made, nameOf(request))
    await isReadBack(harness, request, made)
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

const foundOf = ({ reference }: ChargeRequest): string => `${reference}, in a lookup,`
