import { createReadStream, existsSync } from "node:fs"
import { resolve } from "node:path"
import type { Reconciliation } from "@payloom/core"
import {
  adyenSettlementDetails,
  CsvRefused,
  paypalSettlement,
  readSettlementReport,
  type SettlementMapping,
  type SettlementReport,
  stripeBalance,
  stripePayoutReconciliation
} from "@payloom/csv"
import type { Run } from "../../command/Command.ts"
import { CommandFailed } from "../../command/CommandFailed.ts"
import { exitCodes } from "../../command/exitCodes.ts"
import { UsageError } from "../../command/UsageError.ts"
import { amountText } from "../../output/format.ts"
import type { Cell, Section } from "../../output/Output.ts"
import { wireForm } from "../../output/wireForm.ts"
import { readMapping } from "./readMapping.ts"

interface Given {
  readonly file: string
  readonly mid: string
  readonly form: string | undefined
  readonly mapping: string | undefined
  readonly timeZone: string | undefined
  readonly from: number | undefined
  readonly to: number | undefined
  readonly book: boolean
}

const dayMs = 86_400_000

/** The most rows of each kind that are printed for people. */
const mostShown = 50

const forms: Readonly<Record<string, SettlementMapping>> = {
  stripe_balance: stripeBalance,
  stripe_payout: stripePayoutReconciliation,
  adyen_settlement: adyenSettlementDetails,
  paypal_settlement: paypalSettlement
}

/** Compares a settlement report with the books, and books the rows that match if asked to. */
export const reconcileReport: Run<Given, "database"> = async (given, { target, terminal }) => {
  const file = existing(resolve(terminal.cwd, given.file))
  const mapping = mappingOf(given, terminal.cwd)
  const { ledger } = (await target.account()).merchant
  const report = await read(file, mapping, given)
  const to = given.to ?? Date.now()
  const from = given.from ?? to - 31 * dayMs
  const dryRun = !given.book
  const found = await ledger.reconcile(report.rows, { mid: given.mid, from, to, dryRun })
  const { amountDiffers, currencyDiffers, duplicates, unknown } = found
  const open = [amountDiffers, currencyDiffers, duplicates, unknown].flat().length
  const booked = found.matched.filter((row) => row.booked).length
  return {
    kind: "value",
    sections: [
      {
        fields: [
          ["Rows", `${report.rows.length}`],
          ["Matched", `${found.matched.length}`],
          ["Booked now", dryRun ? "0 (a dry run: add --book)" : `${booked}`],
          ["Amount differs", count(amountDiffers.length)],
          ["Currency differs", count(currencyDiffers.length)],
          ["Unknown", count(unknown.length)],
          ["Duplicates", count(duplicates.length)],
          ["Missing", count(found.missing.length)],
          ...report.leftOut.map(
            ({ because, rows }) => ["Left out", `${rows} (${because})`] as const
          )
        ]
      },
      ...details(found)
    ],
    json: { dry_run: dryRun, left_out: wireForm(report.leftOut), ...Object(wireForm(found)) },
    exitCode: open === 0 ? exitCodes.done : exitCodes.found
  }
}

const read = async (
  file: string,
  mapping: SettlementMapping,
  { timeZone }: Given
): Promise<SettlementReport> => {
  const options = timeZone === undefined ? {} : { timeZone }
  try {
    return await readSettlementReport(createReadStream(file), mapping, options)
  } catch (error) {
    if (!(error instanceof CsvRefused)) throw error
    throw new CommandFailed("csv_refused", byFlags(error.message))
  }
}

/** Names the options of the command in place of those of the function that reads a report. */
const byFlags = (message: string): string =>
  message
    .replaceAll("`timeZone` in the options", "--time-zone")
    .replace(", or set its encoding with `encoding`", "")
    .replace(/Set `encoding` to .*$/, "Save it as UTF-8.")
    .replace(/Raise `max\w+`\./, "Split it into several files.")

const existing = (file: string): string => {
  if (existsSync(file)) return file
  throw new CommandFailed("no_file", `There is no file ${file}.`)
}

const mappingOf = ({ form, mapping }: Given, cwd: string): SettlementMapping => {
  if (form !== undefined && mapping !== undefined) {
    throw new UsageError("--form and --mapping can't be combined: give one of them.")
  }
  const known = forms[form ?? ""]
  if (known !== undefined) return known
  if (mapping === undefined) {
    throw new UsageError(
      "The form of the report is missing: give --form, or --mapping with a file."
    )
  }
  return readMapping(existing(resolve(cwd, mapping)))
}

const count = (rows: number): Cell => (rows === 0 ? "0" : { text: `${rows}`, colour: "red" })

const details = (found: Reconciliation): ReadonlyArray<Section> => {
  const differing = [...found.amountDiffers, ...found.currencyDiffers]
  const sections: ReadonlyArray<Section> = [
    {
      title: "In the report and the books, but different",
      table: {
        columns: [
          { title: "Reference" },
          { title: "Kind" },
          { title: "Report", align: "right" },
          { title: "Books", align: "right" },
          { title: "Payment" }
        ],
        rows: differing
          .slice(0, mostShown)
          .map(({ row, movement }) => [
            row.reference,
            row.kind,
            amountText(row.gross, row.currency),
            amountText(movement.amount, movement.currency),
            movement.payment
          ]),
        empty: ""
      }
    },
    {
      title: "Settled already, by another row or another report",
      table: {
        columns: [
          { title: "Reference" },
          { title: "Kind" },
          { title: "Gross", align: "right" },
          { title: "Payment" }
        ],
        rows: found.duplicates
          .slice(0, mostShown)
          .map(({ row, movement }) => [
            row.reference,
            row.kind,
            amountText(row.gross, row.currency),
            movement.payment
          ]),
        empty: ""
      }
    },
    {
      title: "In the report only",
      table: {
        columns: [{ title: "Reference" }, { title: "Kind" }, { title: "Gross", align: "right" }],
        rows: found.unknown
          .slice(0, mostShown)
          .map((row) => [row.reference, row.kind, amountText(row.gross, row.currency)]),
        empty: ""
      }
    },
    {
      title: "In the books only",
      table: {
        columns: [{ title: "Payment" }, { title: "Kind" }, { title: "Amount", align: "right" }],
        rows: found.missing
          .slice(0, mostShown)
          .map((each) => [each.payment, each.kind, amountText(each.amount, each.currency)]),
        empty: ""
      }
    }
  ]
  return sections.filter(({ table }) => (table?.rows.length ?? 0) > 0)
}
