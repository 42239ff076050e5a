import { type LedgerGroup, LedgerGroupCollection } from "@payloom/core"
import { Effect } from "effect"
import { textOf } from "../../frame/textOf.ts"
import type { Read, ReadCall } from "../../Room.ts"
import { accountNames } from "../payments/readPayments.ts"
import type { PayoutLine, PayoutTotal, PayoutView } from "./LedgerViews.ts"

const rowsOfRead = 500
const mostReads = 20
const mostLines = 200

/** A payout: its payments, its fees, and the cash. It is read by an index of settlements. */
export const readPayout: Read = {
  path: "/ledger/payouts/:id",
  run: async (call): Promise<PayoutView> => {
    const [{ lines, isWhole }, accounts] = await Promise.all([
      linesOf(call),
      accountNames(call.merchant)
    ])
    return {
      payout: call.id,
      totals: totalsOf(lines),
      lines: lines.slice(0, mostLines),
      isWhole,
      accounts
    }
  }
}

const linesOf = async ({ payloom, merchant: { scope }, id }: ReadCall) => {
  const lines: Array<PayoutLine> = []
  let after: string | undefined
  for (let reads = 0; reads < mostReads; reads++) {
    const rows = await Effect.runPromise(
      payloom.services.storage.page(scope, LedgerGroupCollection, {
        where: { settlement: textOf("the payout", id) },
        order: "asc",
        limit: rowsOfRead,
        ...(after === undefined ? {} : { after })
      })
    )
    lines.push(...rows.map(({ row }) => lineOf(row)))
    if (rows.length < rowsOfRead) return { lines, isWhole: true }
    after = rows.at(-1)?.row.id
  }
  return { lines, isWhole: false }
}

const lineOf = ({ id, payment, currency, entries, atProvider, settlement }: LedgerGroup) => {
  const on = (kind: string): bigint =>
    entries
      .filter(({ account }) => account.startsWith(`${kind}:`))
      .reduce((sum, { amount }) => sum + amount, 0n)
  const mid = entries.find(({ account }) => account.includes(":"))?.account.split(":")[1] ?? ""
  const [cash, fee] = [on("settled_cash"), on("provider_fees")]
  return {
    ...{ id, mid, currency, cash, fee },
    payment: payment ?? null,
    kind: atProvider?.kind ?? "settlement",
    gross: cash + fee,
    settledAt: settlement?.date ?? null
  } satisfies PayoutLine
}

const totalsOf = (lines: ReadonlyArray<PayoutLine>): ReadonlyArray<PayoutTotal> =>
  [...Map.groupBy(lines, ({ mid, currency }) => `${mid} ${currency}`).values()].map((own) => {
    const total = (of: (line: PayoutLine) => bigint) =>
      own.reduce((sum, line) => sum + of(line), 0n)
    return {
      mid: own[0]?.mid ?? "",
      currency: own[0]?.currency ?? "",
      rows: own.length,
      gross: total(({ gross }) => gross),
      fees: total(({ fee }) => fee),
      cash: total(({ cash }) => cash)
    }
  })
