import assert from "node:assert/strict"
import type { MidAccount } from "@payloom/core"
import type { ProviderHarness, ProviderRule } from "../ProviderHarness.ts"
import { charge, charged, lookUp, lookUpOnce, lookupOf } from "./calls.ts"
import { mustBe, mustFind, mustMean } from "./findings.ts"
import { chargeOf } from "./requests.ts"

/** The rules for providers that can look up charges. */
export const lookupRules = (harness: ProviderHarness): ReadonlyArray<ProviderRule> => [
  ...(harness.pageSize === undefined ? [] : [isFoundOnEachPage(harness, harness.pageSize)]),
  ...(harness.otherMid === undefined ? [] : [isOneAccounts(harness, harness.otherMid)]),
  {
    name: "a charge is found by our reference, with or without the provider's reference",
    run: async () => {
      const { request, charge } = await charged(harness)
      const { providerReference } = charge
      for (const known of [null, providerReference]) {
        const asked = `${lookupOf(request)}, with the provider's reference ${known},`
        const found = mustFind(await lookUp(harness, request, known), asked, "captured")
        assert.ok(
          found.providerReference === providerReference,
          `The provider reference ${providerReference} was found as ${found.providerReference}.`
        )
      }
    }
  },
  {
    name: "a charge that was never sent is Absent, even if another charge is alike",
    run: async () => {
      const { request } = await charged(harness)
      const alike = chargeOf(harness, { amount: request.amount, currency: request.currency })
      mustBe(
        await lookUpOnce(harness, alike),
        `${lookupOf(alike)}, which was never sent,`,
        "Absent"
      )
    }
  },
  {
    name: "a declined charge is found as declined with its code, or is Absent",
    run: async () => {
      for (const { source, rawCode, means, foundAs } of harness.sources.declined) {
        const request = chargeOf(harness, { source })
        await charge(harness, request)
        const found = await lookUpOnce(harness, request)
        if (found._tag === "Absent") continue
        const asked = `${lookupOf(request)}, which was declined as ${rawCode},`
        mustMean(mustFind(found, asked, "declined"), harness.provider, foundAs ?? means, asked)
      }
    }
  }
]

const isOneAccounts = (harness: ProviderHarness, otherMid: MidAccount): ProviderRule => ({
  name: "a charge of one account is not found at another account",
  run: async () => {
    const { request } = await charged(harness)
    const elsewhere = { ...request, mid: otherMid }
    const asked = `${lookupOf(request)} at the account ${otherMid.id}`
    mustBe(await lookUpOnce(harness, elsewhere), asked, "Absent", "Unavailable")
  }
})

const isFoundOnEachPage = (harness: ProviderHarness, pageSize: number): ProviderRule => ({
  name: "a charge is found behind more later charges than a page has",
  run: async () => {
    const { request } = await charged(harness)
    for (let later = 0; later <= pageSize; later++) await charged(harness)
    const asked = `${lookupOf(request)}, before ${pageSize + 1} later charges,`
    mustFind(await lookUp(harness, request), asked, "captured")
  }
})
