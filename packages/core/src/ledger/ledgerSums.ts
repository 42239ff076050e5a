import { timeOfId } from "../kernel/ids/Moment.ts"
import { dayMs, minuteMs } from "../kernel/primitives/durations.ts"
import type { Millis } from "../kernel/primitives/Timestamp.ts"
import type { Summand } from "../platform/storage/Collection.ts"
import type { SumQuery } from "../platform/storage/Storage.ts"
import { kindOfAccount } from "./LedgerAccount.ts"
import type { LedgerGroup } from "./LedgerGroup.ts"

/**
 * The spans of time that movements on an account are summed up by, beside all of time. Each goes
 * some three hundred times into the one before, so what was booked before a moment is a few hundred
 * totals at each step, and at most a second's groups.
 */
const spansMs = [dayMs, 5 * minuteMs, 1000] as const

const largestPlace = 12

/** The beginning of the span that a moment is in, in seconds since the epoch, as a place. */
const placeOf = (moment: Millis, spanMs: number): string =>
  ((Math.floor(moment / spanMs) * spanMs) / 1000).toString().padStart(largestPlace, "0")

/** What stands on each account in each currency: of all time, and what came to it in each span. */
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

/** The second whose places were told last: groups mostly come many in a row. */
let latest: { readonly second: number; readonly places: ReadonlyArray<string> } | null = null

/** The places of a moment: in all of time, and in each span. */
const placesOf = (moment: Millis): ReadonlyArray<string> => {
  const second = Math.floor(moment / 1000)
  if (latest?.second !== second) {
    latest = { second, places: ["", ...spansMs.map((spanMs) => placeOf(moment, spanMs))] }
  }
  return latest.places
}

const mostKeysKept = 1000

/** Texts that are made once are found by their identity where they are added up. */
const keysKept = new Map<string, ReadonlyArray<string>>()

/** The keys of an account in a currency: of all time, and of each span. */
const balanceKeys = (account: string, currency: string): ReadonlyArray<string> => {
  const whose = `${account} ${currency}`
  const kept = keysKept.get(whose)
  if (kept !== undefined) return kept
  const keys = ["all", ...spansMs].map((span) => `${span} ${whose}`)
  if (keysKept.size >= mostKeysKept) keysKept.clear()
  keysKept.set(whose, keys)
  return keys
}

/** The account and the currency that a key of the sums of balances is of. */
export const accountInKey = (key: string): readonly [account: string, currency: string] => {
  const [, account = "", currency = ""] = key.split(" ")
  return [account, currency]
}

/** The keys of all accounts, over all of time. */
export const allBalances: SumQuery = { keyFrom: "all ", keyTo: "all ~" }

const keysOf = (span: string, account: string, currency: string | null) => ({
  keyFrom: `${span} ${account} ${currency ?? ""}`,
  keyTo: `${span} ${account} ${currency ?? "~"}`
})

/** The keys of an account, in one currency or all, over all of time. */
export const balancesOf = (account: string, currency: string | null): SumQuery =>
  keysOf("all", account, currency)

/** What sums say of the time before a moment, and from when on groups have to be read. */
export interface BeforeMoment {
  /** Each of another part of that time. */
  readonly queries: ReadonlyArray<SumQuery>
  /** The beginning of the second that the moment is in. */
  readonly from: Millis
}

/** How what stood on an account before a moment is put together. */
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
  "provider_fees",
  "suspense"
])

/** What came to the accounts that a day's revenue is told by, day by day in UTC, over all MIDs. */
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

/** The keys of the days that these moments are in, and of those between. */
export const revenueOf = (from: Millis, to: Millis): SumQuery => ({
  keyFrom: placeOf(from, dayMs),
  keyTo: `${placeOf(to, dayMs)} ~`
})

/** The day's first moment, the currency and the account that a key of revenue is of. */
export const revenueInKey = (
  key: string
): readonly [day: Millis, currency: string, account: string] => {
  const [seconds = "", currency = "", account = ""] = key.split(" ")
  return [Number(seconds) * 1000, currency, account]
}
