import { storageAt } from "@payloom/cli"
import { type ListReportedPayments, type Merchant, Storage } from "@payloom/core"
import { Effect } from "effect"
import { openShop } from "../engine.ts"
import { fillReports, reportedMids } from "./fillReports.ts"

/** The times of some calls, in milliseconds. */
interface CallTimes {
  readonly median: number
  readonly slowest: number
  /** The slowest call, as text. */
  readonly slowestCall: string
}

/** The times of an operator's lists and searches with a million payments. */
export interface ReportTimes {
  readonly list: CallTimes
  readonly search: CallTimes
  readonly figures: CallTimes
}

const payments = Number(process.env.REPORTED_PAYMENTS ?? 1_000_000)

const [first = "", second = "", third = "", , fifth = ""] = reportedMids

/** Each filter alone: many payments, some, few and none. */
const filters: ReadonlyArray<ListReportedPayments> = [
  { status: "succeeded" },
  { status: "declined" },
  { status: "expired" },
  { status: ["refunded", "partially_refunded"] },
  { currency: "EUR" },
  { currency: "USD" },
  { method: "card" },
  { method: "ideal" },
  { brand: "visa" },
  { brand: "amex" },
  { mid: first },
  { mid: fifth },
  { declineCode: "insufficient_funds" },
  { last4: "4242" },
  { amount: 999n },
  { amount: 12_345n },
  { metadata: { key: "channel", value: "web" } },
  { metadata: { key: "order", value: "order-500000" } },
  { customer: "customer_01KAZZZZZZZZZZZZZZZZZZZZZZ" }
]

/** Filters that have many payments each, and few or none in common. */
const strangers: ReadonlyArray<ListReportedPayments> = [
  { currency: "EUR", mid: second },
  { currency: "GBP", mid: first },
  { method: "ideal", brand: "visa" },
  { status: "succeeded", declineCode: "insufficient_funds" },
  { amount: 999n, currency: "USD" },
  { amount: 1999n, mid: first },
  { amount: 999n, mid: third },
  { metadata: { key: "order", value: "web" } },
  { metadata: { key: "channel", value: "web" }, amount: 12_345n },
  { metadata: { key: "channel", value: "web" }, status: "succeeded", declineCode: "expired_card" }
]

const texts = [
  "payment_01KAZZZZZZZZZZZZZZZZZZZZZZ",
  "pi_00000a4lds",
  "nobody@example.org",
  "4242",
  "9.99",
  "999",
  "EUR 19.99",
  "123,45",
  "order-500000",
  "web"
]

/** Measures lists, searches and figures on a store at an address, which is filled first. */
export const measureReports = async (address: string): Promise<ReportTimes> => {
  const now = Date.now()
  const { payloom, merchant } = await openShop(address)
  const filling = Effect.flatMap(Storage, (storage) =>
    fillReports(storage, merchant.scope, payments, now)
  )
  await Effect.runPromise(Effect.provide(filling, storageAt(address)))
  const { reporting } = merchant
  const list = await timesOf(calls(), (query) => reporting.payments(query))
  const search = await timesOf(texts, (text) => reporting.search(text))
  const day = 86_400_000
  const ranges = [1, 7, 30, 90, 399].map((days) => ({ from: now - days * day, to: now }))
  const figures = await timesOf(ranges, ({ from, to }) =>
    reporting.figures({ from: from + 1, to, by: "day" })
  )
  await payloom.close()
  return { list, search, figures }
}

/** Each filter alone, all pairs of them, and each with the dates of a week a year ago. */
const calls = (): ReadonlyArray<ListReportedPayments> => {
  const day = 86_400_000
  const yearAgo = Date.now() - 365 * day
  const week = { createdGte: yearAgo, createdLte: yearAgo + 7 * day }
  const pairs = filters.flatMap((one, nth) =>
    filters.slice(nth + 1).map((other) => ({ ...one, ...other }))
  )
  return [
    {},
    ...filters,
    ...pairs,
    ...strangers,
    ...[...filters, ...strangers].map((each) => ({ ...each, ...week }))
  ]
}

const rounds = 3

/** Calls with each input a few times. Takes the fastest of each, because the machine is noisy. */
const timesOf = async <Input>(
  inputs: ReadonlyArray<Input>,
  call: (input: Input) => ReturnType<Merchant["reporting"]["payments"]> | Promise<unknown>
): Promise<CallTimes> => {
  const times: Array<readonly [ms: number, input: Input]> = []
  for (const input of inputs) {
    let fastest = Number.POSITIVE_INFINITY
    for (let round = 0; round < rounds; round += 1) {
      const started = performance.now()
      await call(input)
      fastest = Math.min(fastest, performance.now() - started)
    }
    times.push([fastest, input])
  }
  times.sort(([one], [other]) => one - other)
  const [slowest, input] = times.at(-1) ?? [0, null]
  if (process.env.REPORT_TIMES !== undefined) {
    for (const [ms, each] of times.slice(-15)) {
      process.stderr.write(`${ms.toFixed(1).padStart(8)} ms  ${asText(each)}\n`)
    }
  }
  return { median: times[times.length >> 1]?.[0] ?? 0, slowest, slowestCall: asText(input) }
}

const asText = (input: unknown): string =>
  JSON.stringify(input, (_, value) => (typeof value === "bigint" ? `${value}` : value))
