import { words } from "../../format/words.ts"

interface NamedAccount {
  readonly id: string
  readonly name: string
}

/** An account of the ledger in words. */
interface AccountWords {
  readonly title: string
  /** The merchant account. Null for an account that all share. */
  readonly of: string | null
  /** The meaning of its balance. */
  readonly meaning: string
}

const known: Readonly<Record<string, readonly [title: string, meaning: string]>> = {
  provider_receivable: ["Owed by the provider", "captured by the provider, and not settled yet"],
  settled_cash: ["Settled cash", "settled by the provider, less its fees"],
  provider_fees: ["Provider's fees", "the fees that the provider kept"],
  merchant_payable: ["Captured", "everything that was captured"],
  refunds: ["Refunds", "everything that was refunded"],
  disputes_held: ["Held by disputes", "held by disputes that are not decided"],
  dispute_losses: ["Lost in disputes", "lost in disputes"],
  splits: ["Splits", "paid by providers to other accounts"],
  suspense: ["Late charges", "charges that appeared too late, until they are given back"]
}

/** Returns the name of an account of the ledger, with the merchant account that it belongs to. */
export const accountWords = (
  account: string,
  accounts: ReadonlyArray<NamedAccount>
): AccountWords => {
  const [kind = "", mid] = account.split(":")
  const [title, meaning] = known[kind] ?? [words(kind), "an account of a module"]
  const of = mid === undefined ? null : (accounts.find(({ id }) => id === mid)?.name ?? mid)
  return { title, of, meaning }
}
