import { describe, expect, it } from "vitest"
import { PortalPermission } from "../sessions/PortalSession.ts"
import { actionsOn } from "./subscriptions.ts"

type Row = Parameters<typeof actionsOn>[0]

const all = PortalPermission.literals
const active: Row = { status: "active", cancelAtPeriodEnd: false, pause: null }
const pausing = (behavior: "shift" | "skip", isUnpaid = false): Row => ({
  status: "paused",
  cancelAtPeriodEnd: false,
  pause: { behavior, from: "active", at: 0, periodEnd: 0, isUnpaid }
})

describe("the actions on a subscription", () => {
  it.each<readonly [string, Row, boolean, ReadonlyArray<string>]>([
    ["active", active, false, ["cancel", "cancel_now", "pause", "change_payment_instrument"]],
    [
      "about to end",
      { ...active, cancelAtPeriodEnd: true },
      false,
      ["cancel_now", "undo_cancel", "change_payment_instrument"]
    ],
    [
      "overdue",
      { ...active, status: "past_due" },
      true,
      ["cancel", "cancel_now", "pay_overdue", "change_payment_instrument"]
    ],
    [
      "paused",
      pausing("shift"),
      false,
      ["cancel", "cancel_now", "resume", "change_payment_instrument"]
    ],
    [
      "paused by skips",
      pausing("skip"),
      false,
      ["cancel", "cancel_now", "change_payment_instrument"]
    ],
    [
      "paused for an unpaid cycle",
      pausing("shift", true),
      false,
      ["cancel", "cancel_now", "change_payment_instrument"]
    ],
    ["ended", { ...active, status: "terminated" }, true, []]
  ])("that is %s are those that its state permits", (_, row, isPayable, expected) => {
    expect(actionsOn(row, all, isPayable)).toEqual(expected)
  })

  it("need their permissions", () => {
    expect(actionsOn(active, [], true)).toEqual([])
    expect(actionsOn(active, ["cancel_now"], true)).toEqual(["cancel_now"])
  })
})
