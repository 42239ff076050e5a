import type { BookedMovement } from "@payloom/core"
import { adyenSettlementDetails } from "../adyenSettlementDetails.ts"
import { amountText } from "../amounts.ts"
import { paypalSettlement } from "../paypalSettlement.ts"
import { isTaken } from "../rowAmounts.ts"
import type { SettlementMapping } from "../SettlementMapping.ts"
import { stripeBalance, stripePayoutReconciliation } from "../stripeReports.ts"
import { adyenHeader, adyenLine } from "./adyenSample.ts"
import { paypalFile, paypalLine, paypalSection } from "./paypalSample.ts"
import { stripeHeader, stripeLine } from "./stripeSample.ts"

/** The kinds of rows in these reports. No report has a return of a charge. */
export type ReportedKind = Exclude<
  BookedMovement["kind"],
  "charge_return" | "split" | "split_reversal"
>

/** A movement with the provider's reference, and the fee that the provider kept. */
export interface Reported {
  readonly movement: Pick<BookedMovement, "amount" | "currency" | "providerReference"> & {
    readonly kind: ReportedKind
  }
  readonly fee: bigint
}

/** Writes a provider's report of movements, with the mapping that reads it. */
export interface ProviderReport {
  readonly mapping: SettlementMapping
  readonly timeZone?: string
  readonly write: (reported: ReadonlyArray<Reported>) => string
}

const stripeCategories = {
  charge: "charge",
  refund: "refund",
  reversal: "refund_failure",
  dispute: "dispute",
  dispute_release: "dispute_reversal"
} as const

/** Returns a whole hold, with a line for the part that was not captured. */
const stripeLines = ({ movement, fee }: Reported): ReadonlyArray<string> => {
  const { kind, amount, currency, providerReference } = movement
  const source = providerReference ?? ""
  const text = (value: bigint) => amountText(value, currency, "major")
  const line = (category: string, gross: bigint, kept: bigint) =>
    stripeLine({
      category,
      source: kind === "charge" ? `ch_${source}` : source,
      intent: kind === "charge" ? source : "",
      gross: text(gross),
      fee: text(kept),
      net: text(gross - kept),
      currency: currency.toLowerCase()
    })
  if (kind !== "charge") {
    return [line(stripeCategories[kind], isTaken(kind) ? -amount : amount, fee)]
  }
  return [line("charge", amount + 100n, fee + 3n), line("partial_capture_reversal", -100n, -3n)]
}

const stripeReport = (reported: ReadonlyArray<Reported>): string =>
  [
    stripeHeader,
    ...reported.flatMap(stripeLines),
    stripeLine({ category: "payout", source: "po_1", gross: "-1.00", net: "-1.00" })
  ].join("\n")

const adyenTypes = {
  charge: "Settled",
  refund: "Refunded",
  reversal: "RefundedReversed",
  dispute: "Chargeback",
  dispute_release: "ChargebackReversed"
} as const

const adyenReported = ({ movement, fee }: Reported): string => {
  const { kind, amount, currency, providerReference } = movement
  const text = (value: bigint) => amountText(value, currency, "major")
  const reference = providerReference ?? ""
  const sided = (value: bigint) =>
    isTaken(kind) ? ([currency, text(value), ""] as const) : ([currency, "", text(value)] as const)
  const net = isTaken(kind) ? amount + fee : amount - fee
  return adyenLine({
    type: adyenTypes[kind],
    psp: kind === "charge" ? reference : "PSP",
    modification: kind === "charge" ? "CAPTURE" : reference,
    gross: sided(amount),
    net: sided(net),
    fees: kind === "charge" ? ["", text(fee - 2n), text(2n), ""] : [text(fee), "", "", ""]
  })
}

const paypalCodes = {
  charge: ["T0006", "CR"],
  refund: ["T1107", "DR"],
  reversal: ["T0000", "CR"],
  dispute: ["T1201", "DR"],
  dispute_release: ["T1202", "CR"]
} as const

const paypalReported = ({ movement, fee }: Reported): string => {
  const { kind, amount, currency, providerReference } = movement
  const [code, way] = paypalCodes[kind]
  return paypalLine({
    id: providerReference ?? "",
    code,
    way,
    gross: Number(amount),
    ...(fee === 0n ? {} : { fee: ["DR", Number(fee)] }),
    currency
  })
}

const adyenReport = (reported: ReadonlyArray<Reported>): string =>
  [
    adyenHeader,
    ...reported.map(adyenReported),
    adyenLine({ type: "MerchantPayout", modification: "TX1", net: ["EUR", "1.00", ""] })
  ].join("\r\n")

/** Returns two sections, as for two accounts. */
const paypalReport = (reported: ReadonlyArray<Reported>): string => {
  const rows = reported.map(paypalReported)
  const half = Math.ceil(rows.length / 2)
  return paypalFile(paypalSection(rows.slice(0, half)), paypalSection(rows.slice(half)))
}

/** The providers' reports by their names. */
export const providerReports: Readonly<Record<string, ProviderReport>> = {
  "Stripe's payout reconciliation report": {
    mapping: stripePayoutReconciliation,
    timeZone: "UTC",
    write: stripeReport
  },
  "Stripe's balance report": { mapping: stripeBalance, timeZone: "UTC", write: stripeReport },
  "Adyen's settlement details report": { mapping: adyenSettlementDetails, write: adyenReport },
  "PayPal's settlement report": { mapping: paypalSettlement, write: paypalReport }
}
