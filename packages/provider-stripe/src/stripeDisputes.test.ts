import { DisputeReason, DisputeStage } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { disputeReasons, disputeStages } from "./stripeDisputes.ts"

/** Every status of a dispute in the SDK's types. */
const statuses = (
  "appeal_needs_response appeal_under_review lost needs_response prevented under_review " +
  "warning_closed warning_needs_response warning_under_review won"
).split(" ")

describe("a dispute at Stripe", () => {
  it("has a stage for each of its 10 statuses", () => {
    expect(Object.keys(disputeStages).toSorted()).toEqual(statuses)
    for (const stage of Object.values(disputeStages)) {
      expect(DisputeStage.literals).toContain(stage)
    }
  })

  it("has Stripe's reason, if that says anything", () => {
    expect(Object.keys(disputeReasons)).toHaveLength(10)
    for (const reason of Object.values(disputeReasons)) {
      expect(DisputeReason.literals).toContain(reason)
    }
  })
})
