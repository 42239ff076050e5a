import { Schema } from "effect"
import { MidId } from "../kernel/primitives/PublicId.ts"

/** An account of the ledger. Accounts of a MID end with a colon and the MID's id. */
export type LedgerAccount =
  | "suspense"
  | "merchant_payable"
  | "refunds"
  | "splits"
  | "disputes_held"
  | "dispute_losses"
  | `provider_receivable:${MidId}`
  | `settled_cash:${MidId}`
  | `provider_fees:${MidId}`
  | ModuleAccount

/** An account of a module of others: its name, a dot, and a word, such as `loyalty.issued`. */
export type ModuleAccount = `${string}.${string}`

/** The accounts that all MIDs share. */
export const sharedAccounts: ReadonlyArray<string> = [
  "dispute_losses",
  "disputes_held",
  "merchant_payable",
  "refunds",
  "splits",
  "suspense"
]
/** The kinds of accounts that each MID has. */
export const accountsOfMids: ReadonlyArray<string> = [
  "provider_fees",
  "provider_receivable",
  "settled_cash"
]
const isMidId = Schema.is(MidId)

/** Returns true if a text has the form of an account. There may be no entries on it. */
export const isLedgerAccount = (text: string): text is LedgerAccount => {
  const mid = midOfAccount(text)
  return mid === null
    ? sharedAccounts.includes(text) || isModuleAccount(text)
    : isMidId(mid) && accountsOfMids.includes(kindOfAccount(text))
}

const moduleAccountShape = /^([a-z][a-z0-9_]{0,40})\.[a-z][a-z0-9_]{0,40}$/

/** Returns true if a text has the form of an account of a module of others. */
export const isModuleAccount = (text: string): text is ModuleAccount =>
  moduleAccountShape.test(text)

/** Returns the part of an account's name that all accounts of its module begin with. */
export const moduleOfAccount = (account: ModuleAccount): string =>
  account.slice(0, account.indexOf(".") + 1)

/** Returns the MID of an account. Null for an account that all MIDs share. */
export const midOfAccount = (account: string): string | null => {
  const at = account.indexOf(":")
  return at < 0 ? null : account.slice(at + 1)
}

/** Returns the kind of an account: its name without the MID. */
export const kindOfAccount = (account: string): string => {
  const at = account.indexOf(":")
  return at < 0 ? account : account.slice(0, at)
}

/** The part of a group with its accounts. */
interface Touching {
  readonly currency: string
  readonly entries: ReadonlyArray<{ readonly account: string }>
}

/**
 * Returns the shared accounts of a group with its currency, as one text for an index. So the index
 * has each group once. Null if the group has none.
 */
export const sharedAccountsIn = ({ currency, entries }: Touching): string | null => {
  const kinds = kindsAmong(entries, null)
  return kinds.length === 0 ? null : setOf(currency, kinds)
}

/** Returns the same for the accounts of its MID. */
export const midAccountsIn = ({ currency, entries }: Touching): string | null => {
  for (const { account } of entries) {
    const mid = midOfAccount(account)
    if (mid !== null) return setOf(`${mid} ${currency}`, kindsAmong(entries, mid))
  }
  return null
}

/**
 * Returns the kinds of the accounts of a MID, or of the shared accounts if `mid` is null, each
 * once.
 */
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

/** Returns all sets of these kinds that contain one kind. */
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

/**
 * Returns the filter for exactly the groups with an entry on a module's account. A group of a
 * module has two accounts, so its set of accounts is a pair.
 */
export const pairsTouching = (
  account: string,
  others: ReadonlyArray<string>,
  currencies: ReadonlyArray<string>
): Readonly<Record<string, ReadonlyArray<string>>> => ({
  sharedAccounts: currencies.flatMap((currency) =>
    others.filter((other) => other !== account).map((other) => setOf(currency, [account, other]))
  )
})

/** Returns the filter for exactly the groups in these currencies with an entry on an account. */
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
