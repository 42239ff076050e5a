import { timeOfId } from "../kernel/ids/Moment.ts"
import { dayMs, minuteMs } from "../kernel/primitives/durations.ts"
import type { Millis } from "../kernel/primitives/Timestamp.ts"
import type { Summand } from "../platform/storage/Collection.ts"
import type { SumQuery } from "../platform/storage/Storage.ts"
import { kindOfAccount } from "./LedgerAccount.ts"
import type { LedgerGroup } from "./LedgerGroup.ts"

/**
 * The spans of time for which the movements on an account are summed up, in addition to all of
 * time. Each span is about three hundred times as long as the next. So the balance before a time is
 * a few hundred totals of each span, and the groups of at most one second.
 */
const spansMs = [dayMs, 5 * minuteMs, 1000] as const

const largestPlace = 12

/** Returns the start of the span that contains a time, in seconds since the epoch, as a place. */
const placeOf = (moment: Millis, spanMs: number): string =>
  ((Math.floor(moment / spanMs) * spanMs) / 1000).toString().padStart(largestPlace, "0")

/** The balance of each account in each currency over all of time, and its change in each span. */
export const balanceSum = {
  of: ({ id, currency, entries }: LedgerGroup): ReadonlyArray<Summand> => {
    const places = placesOf(timeOfId(id))
    const summands: Array<Summand> = []
    for (const { account, amount } of entries) {
      const keys = balanceKeys(account, currency)
      for (let nth = 0; nth < keys.length; nth++) {
        summands.push({ key: keys[nth] ?? "", place: places[nth] ?? "", amount })
      }
    }
    return summands
  }
}

/** The places of the last second, because groups often come many in a row. */
let latest: { readonly second: number; readonly places: ReadonlyArray<string> } | null = null

/** Returns the places of a time: for all of time, and for each span. */
const placesOf = (moment: Millis): ReadonlyArray<string> => {
  const second = Math.floor(moment / 1000)
  if (latest?.second !== second) {
    latest = { second, places: ["", ...spansMs.map((spanMs) => placeOf(moment, spanMs))] }
  }
  return latest.places
}

const mostKeysKept = 1000

/** The same string objects are reused, because sums are looked up by them. */
const keysKept = new Map<string, ReadonlyArray<string>>()

/** Returns the keys of an account in a currency: for all of time, and for each span. */
const balanceKeys = (account: string, currency: string): ReadonlyArray<string> => {
  const whose = `${account} ${currency}`
  const kept = keysKept.get(whose)
  if (kept !== undefined) return kept
  const keys = ["all", ...spansMs].map((span) => `${span} ${whose}`)
  if (keysKept.size >= mostKeysKept) keysKept.clear()
  keysKept.set(whose, keys)
  return keys
}

/** Returns the account and the currency of a key of balances. */
export const accountInKey = (key: string): readonly [account: string, currency: string] => {
  const [, account = "", currency = ""] = key.split(" ")
  return [account, currency]
}

/** The query for the balances of all accounts over all of time. */
export const allBalances: SumQuery = { keyFrom: "all ", keyTo: "all ~" }

const keysOf = (span: string, account: string, currency: string | null) => ({
  keyFrom: `${span} ${account} ${currency ?? ""}`,
  keyTo: `${span} ${account} ${currency ?? "~"}`
})

/** Returns the query for the balances of an account over all of time, in one currency or all. */
export const balancesOf = (account: string, currency: string | null): SumQuery =>
  keysOf("all", account, currency)

/** Returns the query for the balances over all of time of the accounts that begin with a text. */
export const balancesOfAll = (beginning: string): SumQuery => ({
  keyFrom: `all ${beginning}`,
  keyTo: `all ${beginning}~`
})

/** The sums for the time before a moment, and the time from which groups have to be read. */
export interface BeforeMoment {
  /** Each query covers another part of that time. */
  readonly queries: ReadonlyArray<SumQuery>
  /** The start of the second that contains the moment. */
  readonly from: Millis
}

/** Returns the parts of an account's balance before a moment. */
export const beforeMoment = (
  account: string,
  currency: string | null,
  moment: Millis
): BeforeMoment => ({
  queries: spansMs.map((spanMs, nth) => {
    const longer = spansMs[nth - 1]
    return {
      ...keysOf(`${spanMs}`, account, currency),
      ...(longer === undefined ? {} : { placeFrom: placeOf(moment, longer) }),
      placeBefore: placeOf(moment, spanMs)
    }
  }),
  from: Number(placeOf(moment, 1000)) * 1000
})

const revenueAccounts: ReadonlySet<string> = new Set([
  "merchant_payable",
  "refunds",
  "disputes_held",
  "dispute_losses",
  "splits",
  "provider_fees",
  "suspense"
])

/** The daily changes of the accounts of revenue, by day in UTC, over all MIDs. */
export const revenueSum = {
  of: ({ id, currency, entries }: LedgerGroup): ReadonlyArray<Summand> => {
    const [, day = ""] = placesOf(timeOfId(id))
    return entries.flatMap(({ account, amount }) => {
      const kind = kindOfAccount(account)
      if (!revenueAccounts.has(kind)) return []
      return [{ key: `${day} ${currency} ${kind}`, place: "", amount }]
    })
  }
}

/** Returns the query for the days from one time to another. */
export const revenueOf = (from: Millis, to: Millis): SumQuery => ({
  keyFrom: placeOf(from, dayMs),
  keyTo: `${placeOf(to, dayMs)} ~`
})

/** Returns the start of the day, the currency and the account of a key of revenue. */
export const revenueInKey = (
  key: string
): readonly [day: Millis, currency: string, account: string] => {
  const [seconds = "", currency = "", account = ""] = key.split(" ")
  return [Number(seconds) * 1000, currency, account]
}
