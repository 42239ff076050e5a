import assert from "node:assert/strict"
import type { ChangeListing, PaymentProvider, ProviderChange } from "@payloom/core"
import type { DisputesAtBackend, ProviderHarness, ProviderRule } from "../ProviderHarness.ts"
import { answered, charged, modify } from "./calls.ts"
import { textOf } from "./findings.ts"
import { modificationOf, newReference } from "./requests.ts"

type List = NonNullable<PaymentProvider["listChanges"]>

const hourMs = 3_600_000

/** The rules for providers that list their changes. */
export const listingRules = (harness: ProviderHarness, list: List): ReadonlyArray<ProviderRule> => [
  {
    name: "a charge is listed once, with our reference, its origin and its state",
    run: async () => {
      const origin = `one_off:${newReference("mid")}:${newReference("payment")}`
      const { request, charge } = await charged(harness, { origin })
      const { reference, amount, currency } = request
      const found = (await listed(harness, list)).filter(
        (change) => change._tag === "Charge" && change.reference === reference
      )
      const [change] = found
      assert.ok(
        found.length === 1 && change?._tag === "Charge",
        `The charge ${reference} is listed ${found.length} times. Expected: once.`
      )
      const { state, providerReference } = change.charge
      const told = { origin: change.origin, state, providerReference, amount: change.charge.amount }
      const { providerReference: own } = charge
      const wanted = { origin, state: "captured", providerReference: own, amount }
      assert.ok(
        Math.abs(change.created - Date.now()) < hourMs,
        `The charge ${reference} is listed as created at ${change.created}. ` +
          "Expected: the time of its creation, in milliseconds since the epoch."
      )
      assert.ok(
        textOf(told) === textOf(wanted) && change.charge.currency === currency,
        `The charge ${reference} is listed as ${textOf(told)}. Expected: ${textOf(wanted)}.`
      )
    }
  },
  ...(harness.provider.capabilities.manualCapture ? [holdListed(harness, list)] : []),
  ...(harness.backend.disputes === undefined
    ? []
    : [disputeListed(harness, list, harness.backend.disputes)]),
  ...(harness.provider.capabilities.refunds === "none" ? [] : [refundListed(harness, list)])
]

const holdListed = (harness: ProviderHarness, list: List): ProviderRule => ({
  name: "a hold is listed as authorized",
  run: async () => {
    const { request } = await charged(harness, { capture: false })
    const states = (await listed(harness, list)).flatMap((change) =>
      change._tag === "Charge" && change.reference === request.reference
        ? [change.charge.state]
        : []
    )
    assert.ok(
      textOf(states) === textOf(["authorized"]),
      `The hold ${request.reference} is listed as ${textOf(states)}. Expected: ["authorized"].`
    )
  }
})

const disputeListed = (
  harness: ProviderHarness,
  list: List,
  disputes: DisputesAtBackend
): ProviderRule => ({
  name: "a dispute is listed with our reference of the charge",
  run: async () => {
    const { request } = await charged(harness)
    const begun = await disputes.begin(request.reference)
    const found = (await listed(harness, list)).filter(
      (change) => change._tag === "Dispute" && change.dispute.providerReference === begun
    )
    const references = [...new Set(found.map(({ reference }) => reference))]
    assert.ok(
      textOf(references) === textOf([request.reference]),
      `The dispute ${begun} is listed for ${textOf(references)}. ` +
        `Expected: ["${request.reference}"].`
    )
  }
})

const refundListed = (harness: ProviderHarness, list: List): ProviderRule => ({
  name: "a refund is listed once, with our references of the charge and of the refund",
  run: async () => {
    const made = await charged(harness)
    const request = modificationOf("refund", made)
    await modify(harness, "refund", request)
    const found = (await listed(harness, list)).flatMap((change) =>
      change._tag === "Refund" && change.reference === made.request.reference ? [change] : []
    )
    const told = found.map(({ refundReference, refund: { amount } }) => ({
      refundReference,
      amount
    }))
    const wanted = [{ refundReference: request.reference, amount: request.amount }]
    assert.ok(
      textOf(told) === textOf(wanted),
      `The refunds of ${made.request.reference} are listed as ${textOf(told)}. ` +
        `Expected: ${textOf(wanted)}.`
    )
  }
})

/** Reads all pages of the last hour. */
const listed = async (
  { mid }: ProviderHarness,
  list: List
): Promise<ReadonlyArray<ProviderChange>> => {
  const found: Array<ProviderChange> = []
  const since = Date.now() - hourMs
  let cursor: string | null = null
  do {
    const page: ChangeListing = await answered(list({ mid, since, cursor }), "the list of changes")
    if (page._tag === "Unavailable") {
      return assert.fail(`The changes could not be listed: ${page.reason}.`)
    }
    found.push(...page.changes)
    cursor = page.cursor
  } while (cursor !== null)
  return found
}
