import assert from "node:assert/strict"
import type { VaultHarness, VaultRule, VaultService } from "../VaultHarness.ts"
import { bodies, lastBody, order, send } from "./relayedRequests.ts"
import { forget, newCard, scopes, storeCard } from "./vaultCalls.ts"

/** Returns the rules of `forget`. A vault without it has none. */
export const forgetRules = (harness: VaultHarness): ReadonlyArray<VaultRule> =>
  harness.vault.forget === undefined
    ? []
    : [
        ...deletionRules(harness),
        ...(harness.service === undefined ? [] : [brokenRule(harness, harness.service)])
      ]

/** Sends a card to the provider, as a charge does. Returns false if it didn't arrive. */
const reaches = async (
  harness: VaultHarness,
  vaultReference: string,
  number: string
): Promise<boolean> => {
  const received = harness.destination.received().length
  await Promise.resolve(vaultReference)
    .then(harness.relay.marksOf)
    .then((marks) => send(harness, bodies.json(marks, order)))
    .catch(() => null)
  return harness.destination.received().length > received && lastBody(harness).includes(number)
}

const deletionRules = (harness: VaultHarness): ReadonlyArray<VaultRule> => [
  {
    name: "a deleted card reaches no provider any more, and other cards do",
    run: async () => {
      const [card, other] = [newCard(), newCard()]
      const { vaultReference } = await storeCard(harness, card)
      const { vaultReference: kept } = await storeCard(harness, other)
      assert.ok(await reaches(harness, vaultReference, card.number), "A stored card has no number.")
      assert.equal(await forget(harness, vaultReference), null)
      const isThere = await reaches(harness, vaultReference, card.number)
      assert.ok(!isThere, "The provider got the number of a deleted card.")
      assert.ok(await reaches(harness, kept, other.number), "Another card was deleted too.")
    }
  },
  {
    name: "a deletion can be repeated",
    run: async () => {
      const { vaultReference } = await storeCard(harness)
      assert.equal(await forget(harness, vaultReference), null)
      assert.equal(await forget(harness, vaultReference), null)
    }
  }
]

const brokenRule = (harness: VaultHarness, service: VaultService): VaultRule => ({
  name: "a deletion that the service did not confirm makes the vault unavailable",
  run: async () => {
    const { vaultReference } = await storeCard(harness)
    for (const how of [401, 403, 429, 500, 503, "breaksConnection"] as const) {
      await service.breaksDown(how)
      const said = await forget(harness, vaultReference, scopes.first)
      await service.clear()
      assert.ok(
        said === "VaultUnavailable",
        `While its service was down (${how}), the vault answered ${said ?? "success"}.`
      )
    }
    assert.equal(await forget(harness, vaultReference), null)
  }
})
