import { Schema } from "effect"
import { MidId } from "../kernel/primitives/PublicId.ts"

/** An account of the ledger; those of a MID carry its id behind a colon. */
export type LedgerAccount =
  | "suspense"
  | "merchant_payable"
  | "refunds"
  | "disputes_held"
  | "dispute_losses"
  | `provider_receivable:${MidId}`
  | `settled_cash:${MidId}`
  | `provider_fees:${MidId}`

/** The accounts that all MIDs share. */
export const sharedAccounts: ReadonlyArray<string> = [
  "dispute_losses",
  "disputes_held",
  "merchant_payable",
  "refunds",
  "suspense"
]
/** The kinds of account that each MID has of its own. */
export const accountsOfMids: ReadonlyArray<string> = [
  "provider_fees",
  "provider_receivable",
  "settled_cash"
]
const isMidId = Schema.is(MidId)

/** Whether it is an account by its form; whether anything was ever booked on it only books tell. */
export const isLedgerAccount = (text: string): text is LedgerAccount => {
  const mid = midOfAccount(text)
  return mid === null
    ? sharedAccounts.includes(text)
    : isMidId(mid) && accountsOfMids.includes(kindOfAccount(text))
}

/** The MID that one of its accounts belongs to; null for an account that all MIDs share. */
export const midOfAccount = (account: string): string | null => {
  const at = account.indexOf(":")
  return at < 0 ? null : account.slice(at + 1)
}

/** What kind of account it is: its name without the MID. */
export const kindOfAccount = (account: string): string => {
  const at = account.indexOf(":")
  return at < 0 ? account : account.slice(0, at)
}

/** The part of a group that says which accounts it touches. */
interface Touching {
  readonly currency: string
  readonly entries: ReadonlyArray<{ readonly account: string }>
}

/**
 * The shared accounts that a group touches, with its currency: one text, for an index to hold a
 * group under once. Null where it touches none.
 */
export const sharedAccountsIn = ({ currency, entries }: Touching): string | null => {
  const kinds = kindsAmong(entries, null)
  return kinds.length === 0 ? null : setOf(currency, kinds)
}

/** The same of the accounts of its MID. */
export const midAccountsIn = ({ currency, entries }: Touching): string | null => {
  for (const { account } of entries) {
    const mid = midOfAccount(account)
    if (mid !== null) return setOf(`${mid} ${currency}`, kindsAmong(entries, mid))
  }
  return null
}

/** The kinds of the accounts of a MID, or of those of none, each once. */
const kindsAmong = (entries: Touching["entries"], mid: string | null): ReadonlyArray<string> => {
  const kinds: Array<string> = []
  for (const { account } of entries) {
    const kind = midOfAccount(account) === mid ? kindOfAccount(account) : null
    if (kind !== null && !kinds.includes(kind)) kinds.push(kind)
  }
  return kinds
}

const setOf = (prefix: string, kinds: ReadonlyArray<string>): string =>
  `${prefix} ${kinds.toSorted().join("+")}`

/** All sets of these kinds that one of them is in. */
const setsWith = (kinds: ReadonlyArray<string>, kind: string): ReadonlyArray<string> =>
  subsetsOf(kinds.filter((other) => other !== kind)).map((set) => [kind, ...set].sort().join("+"))

const subsetsOf = ([first, ...rest]: ReadonlyArray<string>): ReadonlyArray<
  ReadonlyArray<string>
> => {
  if (first === undefined) return [[]]
  const without = subsetsOf(rest)
  return [...without, ...without.map((set) => [first, ...set])]
}

const setsByKind: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  [sharedAccounts, accountsOfMids].flatMap((kinds) =>
    kinds.map((kind) => [kind, setsWith(kinds, kind)] as const)
  )
)

/** The filter that finds all groups in these currencies that touch an account, and no others. */
export const groupsTouching = (
  account: string,
  currencies: ReadonlyArray<string>
): Readonly<Record<string, ReadonlyArray<string>>> => {
  const mid = midOfAccount(account)
  const sets = setsByKind.get(kindOfAccount(account)) ?? []
  const values = currencies.flatMap((currency) =>
    sets.map((set) => (mid === null ? `${currency} ${set}` : `${mid} ${currency} ${set}`))
  )
  return { [mid === null ? "sharedAccounts" : "midAccounts"]: values }
}
