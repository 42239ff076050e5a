import assert from "node:assert/strict"
import type { ProviderHarness, ProviderRule } from "../ProviderHarness.ts"
import { charge, charged, lookUp, lookUpOnce, lookupOf } from "./calls.ts"
import { mustBe, mustFind } from "./findings.ts"
import { chargeOf } from "./requests.ts"

/** What providers have to hold to that can be asked about a charge. */
export const lookupRules = (harness: ProviderHarness): ReadonlyArray<ProviderRule> => [
  {
    name: "a charge is found by our reference, with the provider's own or without it",
    run: async () => {
      const { request, charge } = await charged(harness)
      const { providerReference } = charge
      for (const known of [null, providerReference]) {
        const asked = `${lookupOf(request)}, with the provider's own as ${known},`
        const found = mustFind(await lookUp(harness, request, known), asked, "captured")
        assert.ok(
          found.providerReference === providerReference,
          `What the provider calls ${providerReference} was found as ${found.providerReference}.`
        )
      }
    }
  },
  {
    name: "a charge that was never sent is Absent, though another is just like it",
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
    name: "a charge that was declined is found declined, or is Absent",
    run: async () => {
      for (const { source, rawCode } of harness.sources.declined) {
        const request = chargeOf(harness, { source })
        await charge(harness, request)
        const found = await lookUpOnce(harness, request)
        if (found._tag === "Absent") continue
        mustFind(found, `${lookupOf(request)}, which was declined as ${rawCode},`, "declined")
      }
    }
  }
]
