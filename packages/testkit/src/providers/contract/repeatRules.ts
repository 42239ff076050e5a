import assert from "node:assert/strict"
import type { PaymentProvider } from "@payloom/core"
import type { ProviderHarness, ProviderRule } from "../ProviderHarness.ts"
import type { Answers, Asking } from "./asking.ts"
import { chargeWithPayer, learnedState } from "./asking.ts"
import { charge, charged, lookUp, lookUpModification, lookupOf, onceDone } from "./calls.ts"
import { chargedOnce, mustBe, mustFind, nameOf } from "./findings.ts"
import { accepted, ready, takesParts } from "./modificationRules.ts"
import { modificationOf, resentOf, stepsOf } from "./requests.ts"

/** The rules of equal requests, and of a second process that has the same connector. */
export const repeatRules = (harness: ProviderHarness): ReadonlyArray<ProviderRule> => {
  const { secondProvider: provider, sources, backend } = harness
  return [
    ...(takesParts(harness, "refund") ? [refundsTwice(harness)] : []),
    ...(provider === undefined
      ? []
      : secondRules(harness, provider, sources.asksPayer && backend.payerAnswers))
  ]
}

const refundsTwice = (harness: ProviderHarness): ProviderRule => ({
  name: "two refunds of the same amount are both carried out, and told apart",
  run: async () => {
    const made = await ready(harness, "refund")
    const amount = stepsOf(harness, made.request.currency, 500n)
    const ids: Array<string> = []
    for (const request of [1, 2].map(() => modificationOf("refund", made, { amount }))) {
      const { providerReference } = await accepted(harness, "refund", request)
      await onceDone(harness, "refund", request)
      assert.ok(
        !ids.includes(providerReference),
        `Two refunds of ${made.request.reference} have the provider's reference ` +
          `${providerReference}.`
      )
      ids.push(providerReference)
      if (!harness.provider.capabilities.lookup) continue
      const asked = `the lookup of ${nameOf(request)}, after another refund of the same amount,`
      const found = mustFind(await lookUpModification(harness, "refund", request), asked)
      assert.ok(
        found.providerReference === providerReference,
        `For ${asked} the connector answered the provider's reference ` +
          `${found.providerReference}. Expected: ${providerReference}.`
      )
    }
  }
})

/** A connector keeps no state, so another process continues the work with its own. */
const secondRules = (
  harness: ProviderHarness,
  provider: PaymentProvider,
  payerAnswers: Answers | undefined
): ReadonlyArray<ProviderRule> => {
  const second = { ...harness, provider }
  const { asksPayer } = harness.sources
  const { dedupesForHours, lookup } = provider.capabilities
  return [
    ...(dedupesForHours > 0 ? [isRepeated(harness, second)] : []),
    ...(lookup ? [isFound(harness, second)] : []),
    ...(asksPayer === undefined || payerAnswers === undefined
      ? []
      : [isResumed({ harness, source: asksPayer, payerAnswers }, second)])
  ]
}

const isRepeated = (harness: ProviderHarness, second: ProviderHarness): ProviderRule => ({
  name: "a charge that another process sends again is made once",
  run: async () => {
    const { request } = await charged(harness)
    const again = resentOf(request)
    const asked = `${nameOf(again)}, sent again by secondProvider,`
    mustBe(await charge(second, again), asked, "Approved")
    await chargedOnce(harness, request)
  }
})

const isFound = (harness: ProviderHarness, second: ProviderHarness): ProviderRule => ({
  name: "a charge is found by another process",
  run: async () => {
    const { request } = await charged(harness)
    const asked = `${lookupOf(request)} by secondProvider`
    mustFind(await lookUp(second, request), asked, "captured")
  }
})

const isResumed = (asking: Asking, second: ProviderHarness): ProviderRule => ({
  name: "a charge whose payer comes back to another process is made once",
  run: async () => {
    const { harness, payerAnswers } = asking
    const { request, asked } = await chargeWithPayer(asking)
    const returned = await payerAnswers(request.reference, true)
    const bySecond = { ...asking, harness: second }
    const { state, by } = await learnedState(bySecond, request, asked, returned)
    assert.ok(
      state === "captured",
      `For ${by} by secondProvider the connector reports the state ${state}, but the payer has ` +
        "approved."
    )
    await chargedOnce(harness, request)
  }
})
