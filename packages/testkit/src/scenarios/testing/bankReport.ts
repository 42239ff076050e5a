import type { BankBooks } from "../../sandbox/BankBooks.ts"
import { type BankCharge, type BankModification, modificationAt } from "../../sandbox/bankCharge.ts"
import type { DisputeCommand } from "../../sandbox/bankCommands.ts"
import type { BankDesk } from "../../sandbox/SandboxBank.ts"
import { sandboxAccounts } from "../../sandbox/sandboxAccounts.ts"
import type { Shop } from "./openShop.ts"
import type { ReportRow } from "./settlementReport.ts"

/** Returns the bank's settlement report for an account, with everything that the bank moved. */
export const bankReport = async (
  shop: Shop,
  account: string = sandboxAccounts.primary
): Promise<ReadonlyArray<ReportRow>> => {
  const { books, now } = await shop.run((shop.box.bank as BankDesk).books)
  return books
    .charges()
    .filter((charge) => charge.account === account)
    .flatMap((charge) => [
      ...captured(charge, now),
      ...refunded(charge, now),
      ...disputed(books, charge)
    ])
    .map((row, nth) => ({ ...row, settlement: `payout ${nth}` }))
}

/** An amount that the bank converted differs from the books. */
const convertedAmount = 645n

type Kind = ReportRow["kind"]

const rowOf = (kind: Kind, reference: string, gross: bigint): ReportRow => ({
  kind,
  reference,
  gross,
  fee: kind === "charge" ? gross / 100n : 0n,
  currency: "EUR"
})

const unreturned = (made: BankModification): BankModification => ({
  ...made,
  returns: { ...made.returns, rawCode: null }
})

const takenOf = (charge: BankCharge, now: number): bigint => {
  if (charge.verdict._tag !== "Approve") return 0n
  if (charge.capture) return charge.amount
  return charge.modifications
    .filter((made) => made.kind === "capture")
    .filter((made) => modificationAt(unreturned(made), now).state === "succeeded")
    .reduce((sum, { amount }) => sum + amount, 0n)
}

const captured = (charge: BankCharge, now: number): ReadonlyArray<ReportRow> => {
  const taken = takenOf(charge, now)
  if (taken === 0n) return []
  return Array.from({ length: charge.returns.times + 1 }, (_, nth) =>
    rowOf(nth % 2 === 0 ? "charge" : "charge_return", charge.reference, taken)
  )
}

const refunded = ({ modifications }: BankCharge, now: number): ReadonlyArray<ReportRow> =>
  modifications
    .filter(({ kind }) => kind === "refund")
    .flatMap((made) => {
      const { state } = modificationAt(made, now)
      const { providerReference, amount } = made
      const out = rowOf("refund", providerReference, amount)
      if (state === "reversed") return [out, rowOf("reversal", providerReference, amount)]
      return state === "succeeded" ? [out] : []
    })

const taking: ReadonlySet<string> = new Set([
  "chargeback_received",
  "evidence_required",
  "representment_submitted",
  "pre_arbitration",
  "arbitration",
  "lost"
])

const disputed = (books: BankBooks, { reference }: BankCharge): ReadonlyArray<ReportRow> => {
  const steps = books.disputes().filter(({ charge }) => charge === reference)
  return [...Map.groupBy(steps, ({ dispute }) => dispute).values()].flatMap(movedBy)
}

/**
 * A dispute takes its money at its first stage that holds money, and returns it when it is won.
 */
const movedBy = (steps: ReadonlyArray<DisputeCommand>): ReadonlyArray<ReportRow> => {
  const rows: Array<ReportRow> = []
  let isHeld = false
  let wasHeld = false
  for (const { stage, dispute, amount, currency } of steps) {
    const gross = currency === undefined ? amount : convertedAmount
    const takes = taking.has(stage) || (wasHeld && (stage === "accepted" || stage === "expired"))
    if ((takes || stage === "won") && !isHeld) {
      rows.push(rowOf("dispute", dispute, gross))
      isHeld = true
      wasHeld = true
    }
    if (stage !== "won") continue
    rows.push(rowOf("dispute_release", dispute, gross))
    isHeld = false
  }
  return rows
}
