import assert from "node:assert/strict"
import type { ProviderHarness, ProviderRule } from "../ProviderHarness.ts"
import { lookUp, lookupOf } from "./calls.ts"
import { comesToNothing } from "./comesToNothing.ts"
import { mustFind } from "./findings.ts"
import { accepted, kindsOf, ready } from "./modificationRules.ts"
import { modificationOf } from "./requests.ts"

/** What becomes of a charge by what was done to it, and what can't be done any more. */
export const standingRules = (harness: ProviderHarness): ReadonlyArray<ProviderRule> => {
  const kinds = kindsOf(harness)
  const { lookup } = harness.provider.capabilities
  return [
    ...(kinds.includes("void")
      ? [endsTheHold(harness, "void", "capture"), endsTheHold(harness, "capture", "void")]
      : []),
    ...(kinds.includes("void") && lookup ? [isFoundVoided(harness)] : []),
    ...(kinds.includes("refund") && lookup ? [isFoundRefunded(harness)] : [])
  ]
}

const done = { capture: "captured", void: "voided" } as const

const endsTheHold = (
  harness: ProviderHarness,
  first: "capture" | "void",
  then: "capture" | "void"
): ProviderRule => ({
  name: `a hold that was ${done[first]} is not ${done[then]} any more`,
  run: async () => {
    const made = await ready(harness, first)
    await accepted(harness, first, modificationOf(first, made))
    const request = modificationOf(then, made)
    await comesToNothing(harness, then, request, `of what was ${done[first]} before`)
  }
})

const isFoundVoided = (harness: ProviderHarness): ProviderRule => ({
  name: "a hold that was voided is found voided, with nothing taken",
  run: async () => {
    const made = await ready(harness, "void")
    const { _tag } = await accepted(harness, "void", modificationOf("void", made))
    const asked = `${lookupOf(made.request)}, whose void is ${_tag},`
    const undone = _tag === "Pending" ? (["authorized", "pending"] as const) : []
    const answer = await lookUp(harness, made.request)
    // A hold that is over has no money in it, whoever ended it.
    const { amountCaptured = 0n } = mustFind(answer, asked, "voided", "expired", ...undone)
    assert.ok(
      amountCaptured === 0n,
      `To ${asked} the connector said the amountCaptured ${amountCaptured}, where 0 is right.`
    )
  }
})

const isFoundRefunded = (harness: ProviderHarness): ProviderRule => ({
  name: "a charge that was refunded in full is found refunded, with all that was taken",
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
      `To ${asked} the connector said the amountCaptured ${told}, where ${amount} was taken.`
    )
  }
})
