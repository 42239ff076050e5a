import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { updated } from "../../platform/storage/Change.ts"
import { DisputeStage } from "../../providers/DisputeStage.ts"
import { refundHeadroom } from "../captures-voids-refunds/refundHeadroom.ts"
import type { AttemptRecord } from "../charges/Attempt.ts"
import {
  applyReports,
  balanceOf,
  mid,
  obstacleOf,
  type Reported,
  reported,
  rowsOf
} from "./testing/disputeReports.ts"

const stagesOf = (...stages: ReadonlyArray<DisputeStage>) =>
  applyReports(
    rowsOf(),
    stages.map((stage) => reported(stage))
  )

describe("a dispute", () => {
  it.each<[string, ReadonlyArray<DisputeStage>, ReadonlyArray<string>]>([
    [
      "records an alert, then created, updated and lost",
      ["alert", "retrieval_request", "chargeback_received", "evidence_required", "lost"],
      ["alert_received", "created", "updated", "updated", "lost"]
    ],
    ["begins with a chargeback and is won", ["chargeback_received", "won"], ["created", "won"]],
    [
      "that was won may be reopened",
      ["chargeback_received", "won", "pre_arbitration", "arbitration", "won"],
      ["created", "won", "updated", "updated", "won"]
    ],
    [
      "that was won and is accepted later is lost",
      ["chargeback_received", "won", "accepted"],
      ["created", "won", "lost"]
    ],
    [
      "that was won moves if it goes to arbitration or is lost",
      ["chargeback_received", "won", "arbitration", "lost"],
      ["created", "won", "updated", "lost"]
    ],
    [
      "that was won stays so if it expires",
      ["chargeback_received", "won", "expired"],
      ["created", "won"]
    ],
    [
      "that was accepted or expired after a chargeback is lost",
      ["chargeback_received", "expired"],
      ["created", "lost"]
    ],
    [
      "that was refunded for its alert is updated",
      ["alert", "reversed_by_alert"],
      ["alert_received", "updated"]
    ],
    ["whose alert expired is updated", ["alert", "expired"], ["alert_received", "updated"]],
    ["that is first reported after its end is created too", ["lost"], ["created", "lost"]],
    [
      "that is lost, accepted or expired never reopens",
      ["chargeback_received", "lost", "pre_arbitration", "won"],
      ["created", "lost"]
    ]
  ])("%s", (_, stages, events) => {
    expect(stagesOf(...stages).events).toEqual(events.map((event) => `dispute.${event}`))
  })

  it("moves forward by any number of ranks, and never to the same or a lower rank", () => {
    const open = DisputeStage.literals.slice(0, 7)
    for (const [rank, stage] of open.entries()) {
      for (const [other, next] of open.entries()) {
        const { rows } = stagesOf(stage, next)
        expect([stage, next, rows.dispute?.row.stage]).toEqual([
          stage,
          next,
          other > rank ? next : stage
        ])
      }
    }
  })

  it("is reversed by an alert only from the stage alert", () => {
    expect(stagesOf("retrieval_request", "reversed_by_alert").rows.dispute?.row.stage).toBe(
      "retrieval_request"
    )
  })

  it("reduces the refundable amount while it is held or lost, and not after it is won", () => {
    const headroom = (...stages: ReadonlyArray<DisputeStage>) =>
      refundHeadroom(stagesOf(...stages).rows.payment.row)
    expect(headroom("alert")).toBe(1000n)
    expect(headroom("retrieval_request")).toBe(1000n)
    expect(headroom("chargeback_received")).toBe(400n)
    expect(headroom("chargeback_received", "lost")).toBe(400n)
    expect(headroom("chargeback_received", "won")).toBe(1000n)
    expect(headroom("chargeback_received", "won", "pre_arbitration")).toBe(400n)
    expect(headroom("chargeback_received", "won", "accepted")).toBe(400n)
    expect(headroom("chargeback_received", "won", "expired")).toBe(1000n)
  })

  it("is not created or moved by a notification that doesn't name it", () => {
    for (const { rows } of [applyReports(rowsOf(), []), stagesOf("chargeback_received")]) {
      for (const stage of DisputeStage.literals) {
        expect(obstacleOf(rows, reported(stage, { isUnnamed: true }))).toBe("unknown_reference")
        expect(obstacleOf(rows, reported(stage, { isUnnamed: false }))).toBeNull()
      }
    }
  })

  it("of refunded money is recorded, and leaves nothing to refund", () => {
    const { rows } = applyReports(rowsOf(1000n), [reported("chargeback_received")])
    expect(rows.payment.row).toMatchObject({ amountDisputed: 600n, disputed: true })
    expect(refundHeadroom(rows.payment.row)).toBe(0n)
  })

  it("books skipped movements: one that is won at once was held and released", () => {
    expect(stagesOf("won").groups.map(({ kind }) => kind)).toEqual([
      "dispute_hold",
      "dispute_release"
    ])
    expect(stagesOf("alert", "lost").groups.map(({ kind }) => kind)).toEqual([
      "dispute_hold",
      "dispute_loss"
    ])
  })

  it("holds the new amount after its amount changed", () => {
    const { rows, groups } = applyReports(rowsOf(), [
      reported("chargeback_received"),
      reported("pre_arbitration", { amount: 250n }),
      reported("lost", { amount: 300n })
    ])
    expect(balanceOf(groups, "dispute_losses")).toBe(300n)
    expect(balanceOf(groups, "disputes_held")).toBe(0n)
    expect(rows.payment.row.amountDisputed).toBe(300n)
  })

  it("has the issuer's liability for fraud after 3-D Secure, but not with an exemption", () => {
    const threeDs = {
      flow: "frictionless",
      version: "2.2.0",
      eci: "05",
      authenticationValue: "AA==",
      transactionId: "ds_1"
    } as const
    const shifted = (given: AttemptRecord["threeDs"]) =>
      applyReports(rowsOf(0n, given), [reported("chargeback_received")]).rows.dispute?.row
        .liabilityShift
    expect([
      shifted(threeDs),
      shifted(null),
      shifted({ ...threeDs, exemption: "low_value" })
    ]).toEqual([true, false, false])
  })

  it("has the scheme's reason code and the common reason, or the provider's reason", () => {
    const reasonOf = (fields: Partial<Reported>) => {
      const row = applyReports(rowsOf(), [reported("alert", fields)]).rows.dispute?.row
      return [row?.reason, row?.reasonRaw]
    }
    expect(reasonOf({})).toEqual(["fraud", "10.4"])
    expect(reasonOf({ rawReason: "13.1" })).toEqual(["not_received", "13.1"])
    expect(reasonOf({ rawReason: "toString" })).toEqual(["other", "toString"])
    expect(reasonOf({ rawReason: "dup", reason: "duplicate" })).toEqual(["duplicate", "dup"])
    expect(reasonOf({ rawReason: null })).toEqual(["other", ""])
  })

  it.each([
    ["of nothing", { amount: 0n }, "amount_mismatch"],
    ["of less than nothing", { amount: -1n }, "amount_mismatch"],
    ["of more than can be stored", { amount: 10n ** 15n }, "amount_mismatch"]
  ])("%s is not booked", (_, fields, obstacle) => {
    expect(obstacleOf(rowsOf(), reported("chargeback_received", fields))).toBe(obstacle)
  })

  it("of a charge that is not captured yet is not booked", () => {
    const rows = rowsOf()
    const pending = { ...rows.attempt.row, status: "pending" } as AttemptRecord
    const attempt = updated(rows.attempt, pending)
    expect(obstacleOf({ ...rows, attempt }, reported("lost"))).toBe("not_captured")
  })

  it("is not undone by an older notification that comes late", () => {
    const at = (stage: DisputeStage, occurredAt: number) => reported(stage, { occurredAt })
    const stageAfter = (...notifications: ReadonlyArray<Reported>) =>
      applyReports(rowsOf(), notifications).rows.dispute?.row.stage
    const chargeback = at("chargeback_received", 0)
    expect(stageAfter(chargeback, at("pre_arbitration", 1), at("won", 0))).toBe("pre_arbitration")
    expect(stageAfter(chargeback, at("won", 0), at("pre_arbitration", 1))).toBe("pre_arbitration")
    expect(stageAfter(chargeback, reported("pre_arbitration"), reported("won"))).toBe("won")
  })

  it("moves after a notification whose time is in the future", () => {
    const first = reported("chargeback_received", { occurredAt: Number.MAX_SAFE_INTEGER })
    const { rows } = applyReports(rowsOf(), [first, reported("won", { occurredAt: 1 })])
    expect(rows.dispute?.row.stage).toBe("won")
  })
})

describe("after any notifications of a dispute in any order", () => {
  const notification = fc
    .record({
      stage: fc.constantFrom(...DisputeStage.literals),
      amount: fc.bigInt({ min: 1n, max: 1500n }),
      currency: fc.constantFrom("EUR", "EUR", "USD")
    })
    .map(({ stage, ...fields }) => reported(stage, fields))
  const history = fc.tuple(
    fc.array(notification, { maxLength: 12 }),
    fc.bigInt({ min: 0n, max: 1000n })
  )

  it("the ledger sums to zero after each step and matches the dispute", () => {
    fc.assert(
      fc.property(history, ([notifications, refunded]) => {
        let { rows, groups } = applyReports(rowsOf(refunded), [])
        for (const one of notifications) {
          const applied = applyReports(rows, [one])
          rows = applied.rows
          groups = [...groups, ...applied.groups]
          const { money, amount } = rows.dispute?.row ?? { money: "untouched", amount: 0n }
          const taken = money === "held" || money === "lost" ? amount : 0n
          expect(balanceOf(groups, "disputes_held")).toBe(money === "held" ? amount : 0n)
          expect(balanceOf(groups, "dispute_losses")).toBe(money === "lost" ? amount : 0n)
          expect(balanceOf(groups, `provider_receivable:${mid}`)).toBe(-taken)
          expect(rows.payment.row.amountDisputed).toBe(taken)
          expect(rows.payment.row.disputed).toBe(taken > 0n)
          expect(refundHeadroom(rows.payment.row)).toBeGreaterThanOrEqual(0n)
        }
      })
    )
  })

  it("a repeated notification changes nothing", () => {
    fc.assert(
      fc.property(history, ([notifications]) => {
        for (const [at] of notifications.entries()) {
          const { rows } = applyReports(rowsOf(), notifications.slice(0, at + 1))
          const again = applyReports(rows, notifications.slice(at, at + 1))
          expect([again.rows, again.events, again.groups]).toEqual([rows, [], []])
        }
      })
    )
  })

  it("it is created at most once, at first or after an alert, and ends with its result", () => {
    fc.assert(
      fc.property(history, ([notifications]) => {
        const { rows, ...applied } = applyReports(rowsOf(), notifications)
        const events = applied.events.filter((type) => type.startsWith("dispute."))
        const created = events.filter((type) => type === "dispute.created").length
        expect(created).toBeLessThanOrEqual(1)
        const [first] = events
        if (first !== undefined) {
          expect(["dispute.alert_received", "dispute.created"]).toContain(first)
        }
        const { money, resolvedAt } = rows.dispute?.row ?? {}
        if (money === "lost") expect(events.at(-1)).toBe("dispute.lost")
        if (money === "returned") expect(events.at(-1)).toBe("dispute.won")
        expect(resolvedAt !== null).toBe(
          rows.dispute === null ||
            ["won", "lost", "accepted", "expired", "reversed_by_alert"].includes(
              rows.dispute.row.stage
            )
        )
      })
    )
  })

  it.each<[string, DisputeStage, number | undefined, string | null]>([
    ["lost", "won", 5, "contradicts_books"],
    ["accepted", "won", 5, "contradicts_books"],
    ["lost before", "won", 1, null],
    ["lost at an unknown time", "won", undefined, null],
    ["lost", "lost", 5, null]
  ])("that was %s and is %s at %s can't be booked, so that a person learns it: %s", (...given) => {
    const [before, stage, occurredAt, obstacle] = given
    const end = before.startsWith("lost") ? "lost" : "accepted"
    const { rows } = applyReports(rowsOf(), [
      reported("chargeback_received", { occurredAt: 0 }),
      reported(end, { occurredAt: 1 })
    ])
    const time = occurredAt === undefined ? {} : { occurredAt }
    expect(obstacleOf(rows, reported(stage, time))).toBe(obstacle)
  })
})
