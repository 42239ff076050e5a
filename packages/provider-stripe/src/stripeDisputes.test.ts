import { DisputeReason, DisputeStage } from "@payloom/core"
import type Stripe from "stripe"
import { describe, expect, it } from "vitest"
import { disputeInput } from "./import/objects.ts"
import { disputeNotifications, disputeReasons, disputeStages } from "./stripeDisputes.ts"

/** Returns a dispute whose evidence is due at a time, in seconds. */
const dueBy = (due_by: number | null) =>
  ({
    id: "du_1",
    status: "needs_response",
    reason: "debit_not_authorized",
    amount: 1000,
    currency: "eur",
    created: 1_767_225_600,
    evidence_details: { due_by }
  }) as Stripe.Dispute

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

  it.each([
    [1_770_000_000, 1_770_000_000_000],
    [0, null],
    [null, null]
  ])("whose evidence is due by %s has %s, because 0 means that it takes none", (said, due) => {
    const dispute = dueBy(said)
    const event = { id: "evt_1", created: dispute.created }
    const [notification] = disputeNotifications(event, "attempt_1", dispute)
    expect(notification?.dispute.evidenceDueBy).toBe(due)
    expect(disputeInput(dispute)?.at).toBe(due ?? dispute.created * 1000)
  })
})
