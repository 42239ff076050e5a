import { readSettlementRows } from "../readSettlementRows.ts"
import type { SettlementMapping } from "../SettlementMapping.ts"
import { issuesOf } from "./issuesOf.ts"

/** A mapping with only the required columns. */
export const plain: SettlementMapping = {
  reference: "Ref",
  kind: { column: "Type", kinds: { Sale: "charge", Refund: "refund" } },
  gross: "Gross",
  currency: "Currency"
}

/** Reads lines by the plain mapping, with changed settings. */
export const read = (lines: ReadonlyArray<string>, more: Partial<SettlementMapping>) =>
  readSettlementRows(lines.join("\n"), { ...plain, ...more })

/** Returns the issues of such lines. */
export const refusals = async (lines: ReadonlyArray<string>, more: Partial<SettlementMapping>) =>
  (await issuesOf(read(lines, more))).map(({ row, column, message }) => ({ row, column, message }))
