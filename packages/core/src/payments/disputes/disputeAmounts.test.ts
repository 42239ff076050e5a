import { describe, expect, it } from "vitest"
import { updated } from "../../platform/storage/Change.ts"
import { refundHeadroom } from "../captures-voids-refunds/refundHeadroom.ts"
import type { AttemptRecord } from "../charges/Attempt.ts"
import {
  applyReports,
  balanceOf,
  type Reported,
  reported,
  rowsOf
} from "./testing/disputeReports.ts"

describe("a dispute", () => {
  const inDollars = { amount: 700n, currency: "USD" }
  it.each([
    ["of more than was captured", { amount: 1001n }],
    ["in another currency", inDollars]
  ])("%s reserves the whole capture, shows the reported amount and alerts once", (_, fields) => {
    const { rows, events } = applyReports(rowsOf(), [
      reported("chargeback_received", fields),
      reported("evidence_required", fields)
    ])
    expect(refundHeadroom(rows.payment.row)).toBe(0n)
    expect(rows.payment.row).toMatchObject({ disputed: true, amountDisputed: 1000n })
    expect(rows.dispute?.row).toMatchObject({
      amount: 1000n,
      currency: "EUR",
      providerAmount: fields.amount,
      providerCurrency: "currency" in fields ? "USD" : "EUR"
    })
    expect(events).toEqual(["dispute.created", "alert.dispute_amount_mismatch", "dispute.updated"])
  })

  it("of more than was captured reserves the unrefunded rest, or all if nothing is left", () => {
    const reserved = (refunded: bigint) =>
      applyReports(rowsOf(refunded), [reported("chargeback_received", inDollars)]).rows.dispute?.row
        .amount
    expect([reserved(0n), reserved(400n), reserved(1000n)]).toEqual([1000n, 600n, 1000n])
  })

  it("of more than was captured keeps its reserve until it ends, then releases it", () => {
    const begun = applyReports(rowsOf(), [reported("chargeback_received", inDollars)])
    const refunded = updated(begun.rows.payment, {
      ...begun.rows.payment.row,
      amountRefunded: 300n
    })
    const later = applyReports({ ...begun.rows, payment: refunded }, [
      reported("arbitration", inDollars)
    ])
    expect(later.rows.payment.row.amountDisputed).toBe(1000n)
    const { rows, groups } = applyReports(later.rows, [reported("won", inDollars)])
    expect(rows.payment.row).toMatchObject({ amountDisputed: 0n, disputed: false })
    const all = [...begun.groups, ...later.groups, ...groups]
    expect(balanceOf(all, "disputes_held")).toBe(0n)
  })

  it("reserves the reported amount if a fitting amount follows one that did not fit", () => {
    const { rows } = applyReports(rowsOf(), [
      reported("chargeback_received", inDollars),
      reported("evidence_required", { amount: 600n })
    ])
    expect(rows.payment.row.amountDisputed).toBe(600n)
    expect(rows.dispute?.row.providerAmount).toBeUndefined()
  })

  it("is booked as an estimate only if it is of more than was captured", () => {
    const groupsOf = (fields: Partial<Reported>) =>
      applyReports(rowsOf(), [reported("lost", fields)]).groups
    expect(groupsOf(inDollars).map(({ isEstimate }) => isEstimate)).toEqual([true, true])
    expect(groupsOf({}).map(({ isEstimate }) => isEstimate)).toEqual([undefined, undefined])
  })

  it("of a capture that was returned reserves nothing", () => {
    const rows = rowsOf()
    const returned = { ...rows.attempt.row, status: "returned" } as AttemptRecord
    const failed = { ...rows.payment.row, status: "failed", amountCaptured: 0n } as const
    const attempt = updated(rows.attempt, returned)
    const payment = updated(rows.payment, failed)
    const { rows: after } = applyReports({ ...rows, attempt, payment }, [
      reported("chargeback_received")
    ])
    expect(after.dispute?.row).toMatchObject({ amount: 0n, providerAmount: 600n })
    expect(after.payment.row.amountDisputed).toBe(0n)
  })
})
