import { DisputeReason, DisputeStage } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { disputeReasons, disputeStages } from "./stripeDisputes.ts"

/** Every status of a dispute that the SDK's types know. */
const statuses = (
  "appeal_needs_response appeal_under_review lost needs_response prevented under_review " +
  "warning_closed warning_needs_response warning_under_review won"
).split(" ")

describe("a dispute at Stripe", () => {
  it("has come as far as each of its 10 statuses says", () => {
    expect(Object.keys(disputeStages).toSorted()).toEqual(statuses)
    for (const stage of Object.values(disputeStages)) {
      expect(DisputeStage.literals).toContain(stage)
    }
  })

  it("is for the reason that Stripe gives, where that says anything", () => {
    expect(Object.keys(disputeReasons)).toHaveLength(10)
    for (const reason of Object.values(disputeReasons)) {
      expect(DisputeReason.literals).toContain(reason)
    }
  })
})
