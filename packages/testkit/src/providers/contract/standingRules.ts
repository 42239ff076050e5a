import assert from "node:assert/strict"
import type { ProviderHarness, ProviderRule } from "../ProviderHarness.ts"
import { lookUp, lookupOf } from "./calls.ts"
import { comesToNothing } from "./comesToNothing.ts"
import { mustFind } from "./findings.ts"
import { accepted, kindsOf, ready } from "./modificationRules.ts"
import { modificationOf } from "./requests.ts"

/**
 * The rules of a charge after a modification: its state, and modifications that are no longer
 * possible.
 */
export const standingRules = (harness: ProviderHarness): ReadonlyArray<ProviderRule> => {
  const kinds = kindsOf(harness)
  const { lookup } = harness.provider.capabilities
  const reportsRefunds = lookup && harness.reportsRefunds !== false
  return [
    ...(kinds.includes("void")
      ? [endsTheHold(harness, "void", "capture"), endsTheHold(harness, "capture", "void")]
      : []),
    ...(kinds.includes("void") && lookup ? [isFoundVoided(harness)] : []),
    ...(kinds.includes("refund") && reportsRefunds ? [isFoundRefunded(harness)] : [])
  ]
}

const done = { capture: "captured", void: "voided" } as const

const endsTheHold = (
  harness: ProviderHarness,
  first: "capture" | "void",
  then: "capture" | "void"
): ProviderRule => ({
  name: `a hold that was ${done[first]} can't be ${done[then]} any more`,
  run: async () => {
    const made = await ready(harness, first)
    await accepted(harness, first, modificationOf(first, made))
    const request = modificationOf(then, made)
    await comesToNothing(harness, then, request, `of a charge that was ${done[first]} before`)
  }
})

const isFoundVoided = (harness: ProviderHarness): ProviderRule => ({
  name: "a voided hold is found as voided, with no captured amount",
  run: async () => {
    const made = await ready(harness, "void")
    const { _tag } = await accepted(harness, "void", modificationOf("void", made))
    const asked = `${lookupOf(made.request)}, whose void is ${_tag},`
    const undone = _tag === "Pending" ? (["authorized", "pending"] as const) : []
    const answer = await lookUp(harness, made.request)
    // A hold that has ended has no money in it, regardless of the cause.
    const { amountCaptured = 0n } = mustFind(answer, asked, "voided", "expired", ...undone)
    assert.ok(
      amountCaptured === 0n,
      `For ${asked} the connector answered the amountCaptured ${amountCaptured}. Expected: 0.`
    )
  }
})

const isFoundRefunded = (harness: ProviderHarness): ProviderRule => ({
  name: "a fully refunded charge is found as refunded, with the captured amount",
  run: async () => {
    const made = await ready(harness, "refund")
    const { _tag } = await accepted(harness, "refund", modificationOf("refund", made))
    const asked = `${lookupOf(made.request)}, whose refund in full is ${_tag},`
    const undone = _tag === "Pending" ? (["captured", "pending"] as const) : []
    const found = mustFind(await lookUp(harness, made.request), asked, "refunded", ...undone)
    const { amount } = made.request
    const told = found.amountCaptured ?? amount
    assert.ok(
      told === amount || found.state === "pending",
      `For ${asked} the connector answered the amountCaptured ${told}. Expected: ${amount}.`
    )
  }
})
