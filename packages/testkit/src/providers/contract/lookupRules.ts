import assert from "node:assert/strict"
import type { ProviderHarness, ProviderRule } from "../ProviderHarness.ts"
import { answered, charged, chargeOf, queryOf, stateIn, textOf } from "./calls.ts"

/** What providers have to hold to that can be asked about a charge. */
export const lookupRules = (harness: ProviderHarness): ReadonlyArray<ProviderRule> => [
  {
    name: "a charge is found by our reference, with the provider's own or without it",
    run: async () => {
      const { request, charge } = await charged(harness)
      for (const known of [null, charge.providerReference]) {
        const found = await answered(harness.provider.lookup(queryOf(request, known)))
        assert.equal(found._tag, "Found", textOf(found))
        assert.deepEqual(
          [found.state, found.providerReference],
          ["captured", charge.providerReference]
        )
      }
    }
  },
  {
    name: "a charge that was never sent is Absent, though another is just like it",
    run: async () => {
      const { request } = await charged(harness)
      const alike = chargeOf(harness, { amount: request.amount, currency: request.currency })
      const found = await answered(harness.provider.lookup(queryOf(alike)))
      assert.equal(found._tag, "Absent", textOf(found))
    }
  },
  {
    name: "a charge that was declined is found declined, or is Absent",
    run: async () => {
      for (const { source } of harness.sources.declined) {
        const request = chargeOf(harness, { source })
        await answered(harness.provider.charge(request))
        const found = await answered(harness.provider.lookup(queryOf(request)))
        assert.ok(["declined", "Absent"].includes(stateIn(found)), textOf(found))
      }
    }
  }
]
