import type { KindOfRow, SettlementMapping } from "./SettlementMapping.ts"

/** Event groups and codes that move no payment, refund or dispute, in either direction. */
const others = [
  // Fees, conversions, transfers from and to banks and cards, bonuses, incentives, bills.
  ..."T01* T02* T03* T04* T05* T06* T07* T08* T09* T10*".split(" "),
  // Reversals of transfers, of fees, of holds and of mass payments.
  ..."T1101 T1102 T1103 T1104 T1105 T1108 T1109 T1110 T1111 T1114 T1115 T1117".split(" "),
  // Charge-offs and incentives.
  ..."T1203 T1204".split(" "),
  // Authorizations, holds, credit, corrections, transfers within an account, reserves.
  ..."T13* T15* T16* T17* T19* T20* T21*".split(" ")
]

const leftOut: Readonly<Record<string, KindOfRow>> = Object.fromEntries(
  others.flatMap((code) => [
    [`CR ${code}`, null],
    [`DR ${code}`, null]
  ])
)

/**
 * PayPal's settlement report (STL), which it writes each day. The first cell of a line is its type.
 * Rows are the lines `SB`. A file that ends before its section's footer `SF` is refused.
 *
 * All rows are found by their `Transaction ID`. If your connector gives PayPal the id of the
 * attempt as the invoice, name `Invoice ID` for `charge`. The kind of a row follows from its event
 * code and its direction: payments received (T00), refunds (T1107), reversals and chargebacks
 * (T1106, T1201, T1207), chargebacks that were reversed or canceled (T1202, T1208). Payments sent,
 * fees, withdrawals, conversions, holds and reserves are left out. Codes that PayPal doesn't
 * describe as one of these are refused.
 *
 * Amounts are hundredths. PayPal's documents don't say how many decimals JPY, HUF and TWD have, so
 * amounts in them are refused until you set them, such as with `decimals: { JPY: 0 }`.
 *
 * Source: https://developer.paypal.com/reports/settlement, version 9.0.5 of April 2019, and
 * https://developer.paypal.com/reports/reference/t-codes of 14 June 2026, read in November 2026.
 */
export const paypalSettlement: SettlementMapping = {
  lineTypes: {
    header: "CH",
    row: "SB",
    end: "SF",
    others: ["RH", "FH", "SH", "SC", "RF", "RC", "FF"]
  },
  reference: "Transaction ID",
  kind: {
    column: ["Transaction Debit or Credit", "Transaction Event Code"],
    kinds: {
      ...leftOut,
      "CR T00*": "charge",
      "DR T00*": null,
      "DR T1107": "refund",
      "CR T1107": null,
      "DR T1106": "dispute",
      "DR T1201": "dispute",
      "DR T1207": "dispute",
      "CR T1202": "dispute_release",
      "CR T1208": "dispute_release"
    }
  },
  gross: {
    column: "Gross Transaction Amount",
    direction: "Transaction Debit or Credit",
    debit: "DR",
    credit: "CR"
  },
  fee: {
    column: "Fee Amount",
    direction: "Fee Debit or Credit",
    debit: "DR",
    credit: "CR"
  },
  blankFees: "zero",
  currency: "Gross Transaction Currency",
  feeCurrency: "Fee Currency",
  settledAt: { column: "Transaction Completion Date" },
  amounts: "minor",
  decimals: { JPY: null, HUF: null, TWD: null }
}
