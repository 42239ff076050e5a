import type { ModuleContext } from "@payloom/core"

/** The two accounts of each movement. `outstanding` is the credit that customers may spend. */
const movements = {
  earned: { debit: "store_credit.granted", credit: "store_credit.outstanding" },
  spent: { debit: "store_credit.outstanding", credit: "store_credit.redeemed" },
  expired: { debit: "store_credit.outstanding", credit: "store_credit.lapsed" }
}

export const accounts = [
  ...new Set(Object.values(movements).flatMap(({ debit, credit }) => [debit, credit]))
]

/** An amount of credit, and the payment by which it was earned or spent. */
interface Booking {
  readonly amount: bigint
  readonly currency: string
  readonly payment?: string
}

/** Books credit in the ledger. */
export const book = ({ post }: ModuleContext, name: keyof typeof movements, booking: Booking) =>
  post({ kind: `store_credit.${name}`, ...movements[name], ...booking })
