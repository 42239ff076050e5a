import type { SettlementRow } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { adyenSettlementDetails } from "./adyenSettlementDetails.ts"
import { paypalSettlement } from "./paypalSettlement.ts"
import { readSettlementReport, readSettlementRows } from "./readSettlementRows.ts"
import { stripeBalance, stripePayoutReconciliation } from "./stripeReports.ts"
import { adyenHeader, adyenLine, adyenSample } from "./testing/adyenSample.ts"
import { issuesOf } from "./testing/issuesOf.ts"
import { paypalFile, paypalLine, paypalSample, paypalSection } from "./testing/paypalSample.ts"
import { stripeHeader, stripeLine, stripeSample } from "./testing/stripeSample.ts"

type Kind = SettlementRow["kind"]
type Short = readonly [kind: Kind, reference: string, gross: bigint, fee: bigint, currency: string]

const short = (rows: ReadonlyArray<SettlementRow>): ReadonlyArray<Short> =>
  rows.map(({ kind, reference, gross, fee, currency }) => [kind, reference, gross, fee, currency])

const utc = { timeZone: "UTC" } as const

describe("Stripe's payout reconciliation report", () => {
  it("is read row by row as Stripe documents it", async () => {
    const { rows, leftOut } = await readSettlementReport(
      stripeSample,
      stripePayoutReconciliation,
      utc
    )
    expect(short(rows)).toEqual([
      ["charge", "pi_1", 1250n, 44n, "EUR"],
      ["charge", "pi_2", 7000n, 130n, "EUR"],
      ["charge", "pi_3", 1500n, 79n, "JPY"],
      ["charge", "pi_4", 1234n, 50n, "KWD"],
      ["charge", "py_5", 700n, 30n, "EUR"],
      ["refund", "re_1", 500n, 0n, "EUR"],
      ["reversal", "re_1", 500n, 0n, "EUR"],
      ["dispute", "du_1", 1250n, 2000n, "EUR"],
      ["dispute_release", "du_1", 1250n, -2000n, "EUR"]
    ])
    const settledAt = Date.UTC(2026, 10, 20)
    expect(rows[0]).toMatchObject({ settlement: "po_1", settledAt })
    expect(leftOut.map(({ because, rows: many }) => [because, many])).toEqual([
      ["fee", 1],
      ["risk_reserved_funds", 2],
      ["other_adjustment", 1],
      ["payout", 1]
    ])
  })

  it("is refused without a zone of its times, and read in UTC if it has that column", async () => {
    const [issue] = await issuesOf(readSettlementRows(stripeSample, stripePayoutReconciliation))
    expect(issue).toMatchObject({ row: 2, column: "automatic_payout_effective_at" })
    const inUtc = stripeSample.replace(
      "automatic_payout_effective_at",
      "automatic_payout_effective_at_utc"
    )
    expect(await readSettlementRows(inUtc, stripePayoutReconciliation)).toHaveLength(9)
  })

  it("is refused if an amount has another sign than Stripe gives its category", async () => {
    const wrong = [
      stripeHeader,
      stripeLine({ category: "refund", source: "re_1", gross: "5.00", net: "5.00" }),
      stripeLine({ category: "charge", source: "ch_1", gross: "-5.00", net: "-5.00" }),
      stripeLine({ category: "charge", source: "ch_1", gross: "5.00", fee: "1", net: "5.00" }),
      stripeLine({ category: "charge_failure", source: "py_1", gross: "5.00", net: "5.00" }),
      stripeLine({ category: "new_category", source: "py_1", gross: "-5.00", net: "-5.00" })
    ].join("\n")
    const issues = await issuesOf(readSettlementRows(wrong, stripePayoutReconciliation, utc))
    expect(issues.map(({ row, column }) => [row, column])).toEqual([
      [2, "gross"],
      [3, "gross"],
      [4, "net"],
      [5, "gross"],
      [6, "reporting_category"]
    ])
  })
})

describe("Stripe's balance report", () => {
  it("is read like the other one, settled when funds become available, with or without payouts", async () => {
    const rows = await readSettlementRows(stripeSample, stripeBalance, utc)
    expect(short(rows).slice(0, 2)).toEqual([
      ["charge", "pi_1", 1250n, 44n, "EUR"],
      ["charge", "pi_2", 7000n, 130n, "EUR"]
    ])
    expect(rows[0]).toMatchObject({ settlement: "po_1", settledAt: Date.UTC(2026, 10, 18) })
    const manual = stripeSample
      .replaceAll(/^[^,]*,[^,]*,/gm, "")
      .replace("available_on", "available_on_utc")
    expect((await readSettlementRows(manual, stripeBalance))[0]).toMatchObject({
      settlement: null,
      settledAt: Date.UTC(2026, 10, 18)
    })
  })
})

describe("Adyen's settlement details report", () => {
  it("is read row by row as Adyen documents it", async () => {
    const { rows, leftOut } = await readSettlementReport(adyenSample, adyenSettlementDetails)
    expect(short(rows)).toEqual([
      ["charge", "PSP1", 1250n, 12n, "EUR"],
      ["charge", "PSP2", 1500n, 30n, "JPY"],
      ["charge", "PSP3", 1234n, 30n, "KWD"],
      ["refund", "REF1", 500n, 10n, "EUR"],
      ["reversal", "refund_1", 500n, 0n, "EUR"],
      ["dispute", "CB1", 1250n, 750n, "EUR"],
      ["dispute_release", "CB1", 1250n, 0n, "EUR"],
      ["dispute", "CB4", 300n, 0n, "EUR"]
    ])
    // On that day 02:30 comes twice in Amsterdam, and CET determines which.
    expect(rows[0]).toMatchObject({ settlement: "134", settledAt: Date.UTC(2026, 9, 25, 1, 30) })
    expect(leftOut.map(({ because }) => because)).toEqual([
      "Fee",
      "DepositCorrection",
      "InvoiceDeduction",
      "MerchantPayout"
    ])
  })

  it("may be the example of Adyen's documents, without the booking columns", async () => {
    const header = adyenHeader.replace(",Booking Date,Booking Date TimeZone", "")
    const csv = [
      header,
      "TestCompany,TestMerchant,1813702551707653,3vpzf7,visa,2013-06-03 11:26:49,CET,Settled," +
        "1713702551795048,GBP,,5.00,1,GBP,,4.88,,0.04,0.01,0.07,visaclassic,,,,,,,,,",
      "TestCompany,TestMerchant,1313642467023511,324959451,visa,2013-03-26 22:37:26,CET," +
        "Chargeback,2313642467170922,EUR,349.99,,1,EUR,357.49,,7.5,,,,visaclassic,,,,,,,,,"
    ]
    const rows = await readSettlementRows(csv.join("\n"), adyenSettlementDetails)
    expect(short(rows)).toEqual([
      ["charge", "1813702551707653", 500n, 12n, "GBP"],
      ["dispute", "2313642467170922", 34_999n, 750n, "EUR"]
    ])
    expect(rows[0]).toMatchObject({ settlement: null, settledAt: null })
  })

  it("is refused or leaves converted payments out, and can be read for one of several accounts", async () => {
    const gross = ["USD", "", "12.50"] as const
    const csv = [
      adyenSample,
      adyenLine({ type: "Settled", psp: "PSP8", gross, net: ["EUR", "", "11.00"] }),
      adyenLine({
        type: "Settled",
        psp: "PSP9",
        gross,
        net: ["USD", "", "1.00"],
        account: "ShopDE"
      })
    ].join("\n")
    const only = [{ column: "Merchant Account", values: ["ShopNL"] }]
    const mapping = { ...adyenSettlementDetails, only }
    expect(await issuesOf(readSettlementRows(csv, mapping))).toMatchObject([
      { row: 14, column: "Net Currency" }
    ])
    const report = await readSettlementReport(csv, { ...mapping, converted: "left_out" })
    expect(report.rows).toHaveLength(8)
    expect(report.leftOut).toContainEqual({
      because: "converted",
      rows: 1,
      firstRow: 14
    })
  })

  it("reads what an account with sales day payouts has taken back or got back", async () => {
    const taken = { gross: ["EUR", "5.00", ""], net: ["EUR", "5.00", ""] } as const
    const given = { gross: ["EUR", "", "5.00"], net: ["EUR", "", "5.00"] } as const
    const csv = [
      adyenHeader,
      adyenLine({ type: "CaptureFailed", psp: "P1", modification: "CAP1", ...taken }),
      adyenLine({ type: "SettledReversed", psp: "P2", modification: "CAP2", ...taken }),
      adyenLine({ type: "RefundFailed", psp: "P3", modification: "REF3", ...given }),
      adyenLine({ type: "RefundNotCleared", psp: "P4", modification: "REF4", ...given }),
      adyenLine({ type: "SettledInstallment", psp: "P5", modification: "CAP5", ...given }),
      adyenLine({ type: "RefundedInstallment", psp: "P6", modification: "REF6", ...taken }),
      adyenLine({ type: "MerchantPayin", net: ["EUR", "", "9.00"] }),
      adyenLine({ type: "MerchantPayinReversed", net: ["EUR", "9.00", ""] }),
      adyenLine({ type: "XASTransfer", net: ["EUR", "1.00", ""] }),
      adyenLine({ type: "SuspendInstallment", net: ["EUR", "1.00", ""] })
    ].join("\n")
    const { rows, leftOut } = await readSettlementReport(csv, adyenSettlementDetails)
    expect(short(rows)).toEqual([
      ["charge_return", "P1", 500n, 0n, "EUR"],
      ["charge_return", "P2", 500n, 0n, "EUR"],
      ["reversal", "REF3", 500n, 0n, "EUR"],
      ["reversal", "REF4", 500n, 0n, "EUR"],
      ["charge", "P5", 500n, 0n, "EUR"],
      ["refund", "REF6", 500n, 0n, "EUR"]
    ])
    expect(leftOut).toHaveLength(4)
  })

  it("is refused if a type is unknown, or an amount is on a side that its type never has", async () => {
    const csv = [
      adyenHeader,
      adyenLine({ type: "NewType", psp: "P", net: ["EUR", "1.00", ""] }),
      adyenLine({
        type: "Settled",
        psp: "P",
        gross: ["EUR", "5.00", ""],
        net: ["EUR", "", "5.00"]
      }),
      adyenLine({
        type: "Refunded",
        psp: "P",
        modification: "R",
        gross: ["EUR", "", "5.00"],
        net: ["EUR", "5.00", ""]
      })
    ].join("\n")
    const issues = await issuesOf(readSettlementRows(csv, adyenSettlementDetails))
    expect(issues.map(({ row, column }) => [row, column])).toEqual([
      [2, "Type"],
      [3, "Gross Credit (GC)"],
      [4, "Gross Credit (GC)"]
    ])
  })
})

describe("PayPal's settlement report", () => {
  it("is read row by row as PayPal documents it, in all of its sections", async () => {
    const { rows, leftOut } = await readSettlementReport(paypalSample, paypalSettlement)
    expect(short(rows)).toEqual([
      ["charge", "PAY1", 1250n, 66n, "USD"],
      ["charge", "PAY2", 834n, 87n, "GBP"],
      ["refund", "REF1", 500n, -15n, "USD"],
      ["dispute", "CB1", 1250n, 0n, "USD"],
      ["dispute_release", "CR1", 1250n, 0n, "USD"],
      ["dispute", "REV1", 700n, 0n, "USD"]
    ])
    expect(rows[0]?.settledAt).toBe(Date.UTC(2026, 10, 21, 7, 31, 40))
    expect(leftOut.map(({ because }) => because)).toEqual([
      "DR T00*",
      "DR T01*",
      "DR T21*",
      "CR T21*",
      "DR T04*"
    ])
  })

  it("refuses yen and others until the mapping sets their decimals", async () => {
    const row = paypalLine({ id: "A", code: "T0006", way: "CR", gross: 10_000, currency: "JPY" })
    const csv = paypalFile(paypalSection([row]))
    expect(await issuesOf(readSettlementRows(csv, paypalSettlement))).toMatchObject([
      { row: 5, column: "Gross Transaction Amount" }
    ])
    for (const [decimals, gross] of [
      [0, 10_000n],
      [2, 100n]
    ] as const) {
      const mapping = { ...paypalSettlement, decimals: { JPY: decimals } }
      expect(await readSettlementRows(csv, mapping)).toMatchObject([{ gross, currency: "JPY" }])
    }
  })

  it("is refused if it ends in a section, or has codes whose meaning PayPal leaves open", async () => {
    const lines = paypalSample.split("\n")
    const last = lines.findLastIndex((line) => line.startsWith('"SB"'))
    const cut = lines.slice(0, last + 1).join("\n")
    await expect(readSettlementRows(cut, paypalSettlement)).rejects.toThrow("ends before")
    const codes = ["T1100", "T1200", "T9900", "T1201"].map((code) =>
      paypalLine({ id: "A", code, way: "CR", gross: 100 })
    )
    const issues = await issuesOf(
      readSettlementRows(paypalFile(paypalSection(codes)), paypalSettlement)
    )
    expect(issues.map(({ row }) => row)).toEqual([5, 6, 7, 8])
  })

  it("with a fee in another currency is refused", async () => {
    const row = paypalLine({ id: "A", code: "T0006", way: "CR", gross: 100, fee: ["DR", 1] })
    const csv = paypalFile(paypalSection([row.replace('1,"USD"', '1,"EUR"')]))
    expect(await issuesOf(readSettlementRows(csv, paypalSettlement))).toMatchObject([
      { row: 5, column: "Fee Currency" }
    ])
  })
})
