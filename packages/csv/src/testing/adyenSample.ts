/** The columns of the settlement details report, in Adyen's order, with the two booking columns. */
export const adyenHeader =
  "Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method," +
  "Creation Date,TimeZone,Type,Modification Reference,Gross Currency,Gross Debit (GC)," +
  "Gross Credit (GC),Exchange Rate,Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC)," +
  "Markup (NC),Scheme Fees (NC),Interchange (NC),Payment Method Variant," +
  "Modification Merchant Reference,Batch Number,Reserved4,Reserved5,Reserved6,Reserved7," +
  "Reserved8,Reserved9,Reserved10,Booking Date,Booking Date TimeZone"

interface AdyenLine {
  readonly type: string
  readonly psp?: string
  readonly reference?: string
  readonly modification?: string
  readonly modificationReference?: string
  readonly gross?: readonly [currency: string, debit: string, credit: string]
  readonly net: readonly [currency: string, debit: string, credit: string]
  readonly fees?: readonly [commission: string, markup: string, scheme: string, interchange: string]
  readonly account?: string
}

/**
 * Returns one line of such a report. Types that Adyen calls debits have their amounts in debit
 * columns.
 */
export const adyenLine = (line: AdyenLine): string => {
  const { type, psp = "", reference = "", modification = "", modificationReference = "" } = line
  const { gross = ["", "", ""], net, fees = ["", "", "", ""], account = "ShopNL" } = line
  const isPayment = psp !== ""
  return [
    ...["ShopCompany", account, psp, reference, isPayment ? "visa" : ""],
    ...["2026-10-24 22:10:05", "CEST", type, modification, ...gross, gross[0] === "" ? "" : "1"],
    ...[...net, ...fees, isPayment ? "visaclassic" : "", modificationReference, "134"],
    ...Array.from({ length: 7 }, () => ""),
    ...["2026-10-25 02:30:00", "CET"]
  ].join(",")
}

/** Every type of line that concerns a payment, and many that don't. */
export const adyenSample = [
  adyenHeader,
  adyenLine({
    type: "Settled",
    psp: "PSP1",
    reference: "attempt_1",
    modification: "CAP1",
    gross: ["EUR", "", "12.50"],
    net: ["EUR", "", "12.38"],
    fees: ["", "0.04", "0.01", "0.07"]
  }),
  adyenLine({
    type: "Settled",
    psp: "PSP2",
    reference: "attempt_2",
    modification: "CAP2",
    gross: ["JPY", "", "1500"],
    net: ["JPY", "", "1470"],
    fees: ["30", "", "", ""]
  }),
  adyenLine({
    type: "Settled",
    psp: "PSP3",
    reference: "attempt_3",
    modification: "CAP3",
    gross: ["KWD", "", "1.234"],
    net: ["KWD", "", "1.204"],
    fees: ["0.030", "", "", ""]
  }),
  adyenLine({
    type: "Refunded",
    psp: "PSP1",
    reference: "attempt_1",
    modification: "REF1",
    modificationReference: "refund_1",
    gross: ["EUR", "5.00", ""],
    net: ["EUR", "5.10", ""],
    fees: ["0.10", "", "", ""]
  }),
  adyenLine({
    type: "RefundedReversed",
    psp: "PSP1",
    reference: "attempt_1",
    modification: "REF1",
    modificationReference: "refund_1",
    gross: ["EUR", "", "5.00"],
    net: ["EUR", "", "5.00"]
  }),
  adyenLine({
    type: "Chargeback",
    psp: "PSP1",
    reference: "attempt_1",
    modification: "CB1",
    gross: ["EUR", "12.50", ""],
    net: ["EUR", "20.00", ""],
    fees: ["7.5", "", "", ""]
  }),
  adyenLine({
    type: "ChargebackReversed",
    psp: "PSP1",
    reference: "attempt_1",
    modification: "CB1",
    gross: ["EUR", "", "12.50"],
    net: ["EUR", "", "12.50"]
  }),
  adyenLine({
    type: "SecondChargeback",
    psp: "PSP4",
    reference: "attempt_4",
    modification: "CB4",
    gross: ["EUR", "3.00", ""],
    net: ["EUR", "3.00", ""]
  }),
  adyenLine({
    type: "Fee",
    modification: "Transaction Fees October 2026",
    net: ["EUR", "1.20", ""]
  }),
  adyenLine({
    type: "DepositCorrection",
    modification: "DepositCorrection",
    net: ["EUR", "10.00", ""]
  }),
  adyenLine({
    type: "InvoiceDeduction",
    modification: "InvoiceDeduction 7",
    net: ["EUR", "2.00", ""]
  }),
  adyenLine({
    type: "MerchantPayout",
    modification: '"TX1 batch 134, ShopNL"',
    net: ["EUR", "0.28", ""]
  })
].join("\r\n")
