import { type ReconcileOptions, type Reconciliation, SettlementRow } from "@payloom/core"
import {
  adyenSettlementDetails,
  paypalSettlement,
  readSettlementReport,
  type SettlementMapping,
  stripeBalance,
  stripePayoutReconciliation
} from "@payloom/csv"
import { LongText } from "../../frame/LongText.ts"
import { Refused } from "../../frame/refusals.ts"
import type { Act, ActCall } from "../../Room.ts"
import { type ComparisonView, type Listed, type ReportForm, reportForms } from "./LedgerViews.ts"

const mostBytes = 8 * 2 ** 20
const mostRows = 20_000
const mostListed = 100
const mostPayouts = 20

/** The acts on a settlement report. The first act books nothing. */
export const ledgerActs: ReadonlyArray<Act> = [
  { name: "ledger.compare", role: "viewer", mostBytes, run: (call) => reconcile(call, true) },
  { name: "ledger.reconcile", role: "operator", mostBytes, run: (call) => reconcile(call, false) }
]

const reconcile = async (
  { merchant, subject, input }: ActCall,
  dryRun: boolean
): Promise<ComparisonView> => {
  const { file, form, timeZone, from, to } = reportIn(input)
  const { rows, leftOut } = await read(file, mappings[form], timeZone)
  const options = { mid: subject, from, to, dryRun } as ReconcileOptions
  const result = await merchant.ledger.reconcile(rows, options)
  return viewOf(
    rows,
    result,
    leftOut.reduce((sum, { rows: left }) => sum + left, 0),
    dryRun
  )
}

interface GivenReport {
  readonly file: string | LongText
  readonly form: ReportForm
  readonly timeZone: string | null
  readonly from: unknown
  readonly to: unknown
}

const reportIn = (input: unknown): GivenReport => {
  const { file, form, timeZone = null, from, to } = Object(input) as Record<string, unknown>
  const isForm = (reportForms as ReadonlyArray<unknown>).includes(form)
  const isFile = typeof file === "string" || file instanceof LongText
  if (!isFile || !isForm) {
    throw new Refused(400, "body_malformed", "The input needs a file, and the form of the report.")
  }
  const zone = typeof timeZone === "string" && timeZone !== "" ? timeZone : null
  return { file, form: form as ReportForm, timeZone: zone, from, to }
}

/** Kinds of movements as the ledger names them. */
const kinds = SettlementRow.fields.kind.literals

/** A file with the columns that `ledger.reconcile` takes. */
const plain: SettlementMapping = {
  reference: "reference",
  kind: { column: "kind", kinds: Object.fromEntries(kinds.map((kind) => [kind, kind])) },
  gross: "gross",
  fee: "fee",
  blankFees: "zero",
  currency: "currency",
  settlement: "settlement",
  settledAt: "settled_at",
  optional: ["settlement", "settled_at"]
}

const mappings: Readonly<Record<ReportForm, SettlementMapping>> = {
  stripe_payouts: stripePayoutReconciliation,
  stripe_balance: stripeBalance,
  adyen: adyenSettlementDetails,
  paypal: paypalSettlement,
  plain
}

const read = async (
  file: string | LongText,
  mapping: SettlementMapping,
  timeZone: string | null
) => {
  const zone = timeZone === null ? {} : { timeZone }
  try {
    return await readSettlementReport(file, mapping, { maxRows: mostRows, ...zone })
  } catch (error) {
    if (isRefusedFile(error)) throw new Refused(400, "file_refused", byFields(error.message))
    throw error
  }
}

/** Names the fields of the page in place of the options of the function that reads a report. */
const byFields = (message: string): string =>
  message
    .replaceAll("with `zone` in the mapping or `timeZone` in the options", `in ${zoneField}`)
    .replaceAll("`timeZone` in the options", zoneField)
    .replace("Raise `maxRows`.", "Take the reports of fewer days, or call ledger.reconcile.")

const zoneField = "“Time zone of the report”"

const isRefusedFile = (error: unknown): error is Error =>
  error instanceof Error && "_tag" in error && error._tag === "CsvRefused"

const viewOf = (
  rows: ReadonlyArray<SettlementRow>,
  result: Reconciliation,
  leftOut: number,
  dryRun: boolean
): ComparisonView => ({
  rows: rows.length,
  matched: listed(result.matched.map(({ row, movement }) => ({ row, movement }))),
  fresh: result.matched.filter((row) => (dryRun ? row.settlement === null : row.booked)).length,
  amountDiffers: listed(result.amountDiffers),
  currencyDiffers: listed(result.currencyDiffers),
  duplicates: listed(result.duplicates),
  unknown: listed(result.unknown),
  missing: listed(result.missing),
  leftOut,
  payouts: [...new Set(rows.flatMap(({ settlement }) => settlement ?? []))].slice(0, mostPayouts)
})

const listed = <Row>(rows: ReadonlyArray<Row>): Listed<Row> => ({
  count: rows.length,
  rows: rows.slice(0, mostListed)
})
