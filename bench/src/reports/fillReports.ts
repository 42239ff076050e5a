import {
  type Change,
  type CurrencyCode,
  type CustomerId,
  type DeclineCode,
  FigureChangeCollection,
  figureAmounts,
  insert,
  type MidId,
  type PaymentId,
  type PaymentStatus,
  ReportedPaymentCollection,
  type ReportedPaymentRecord,
  ReportedTermCollection,
  type Scope,
  type StoragePort,
  summedUp,
  termDigest
} from "@payloom/core"
import { Effect } from "effect"

/** The merchant accounts of the rows. Each has its own currency. */
export const reportedMids = ["0", "1", "2", "3", "4"].map(
  (nth) => `mid_${"0".repeat(25)}${nth}` as MidId
)

const dayMs = 86_400_000
const days = 400
const paymentsPerCommit = 500
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** A value with its share. Shares add up to 1. */
type Shares<A> = ReadonlyArray<readonly [value: A, share: number]>

const statuses: Shares<PaymentStatus> = [
  ["succeeded", 0.78],
  ["declined", 0.14],
  ["refunded", 0.03],
  ["partially_refunded", 0.025],
  ["voided", 0.015],
  ["expired", 0.007],
  ["failed", 0.003]
]
const declineCodes: Shares<DeclineCode> = [
  ["insufficient_funds", 0.5],
  ["do_not_honor", 0.2],
  ["expired_card", 0.15],
  ["incorrect_cvc", 0.1],
  ["card_declined", 0.05]
]
const brands: Shares<string> = [
  ["visa", 0.55],
  ["mastercard", 0.33],
  ["amex", 0.12]
]
const accounts: Shares<{ readonly mid: number; readonly currency: string }> = [
  [{ mid: 0, currency: "EUR" }, 0.35],
  [{ mid: 1, currency: "USD" }, 0.25],
  [{ mid: 2, currency: "GBP" }, 0.15],
  [{ mid: 3, currency: "EUR" }, 0.15],
  [{ mid: 4, currency: "EUR" }, 0.1]
]

/**
 * Writes reported rows of the last 400 days, with their figures and terms, in the order of their
 * time. The same seed writes the same rows.
 */
export const fillReports = Effect.fnUntraced(function* (
  storage: StoragePort,
  scope: Scope,
  payments: number,
  now: number
) {
  const random = seededRandom()
  for (let done = 0; done < payments; done += paymentsPerCommit) {
    const count = Math.min(paymentsPerCommit, payments - done)
    const rows = Array.from({ length: count }, (_, nth) => {
      const created = now - Math.floor(days * dayMs * (1 - (done + nth) / payments))
      return reportedRow(random, done + nth, created)
    })
    yield* storage.commit(changesOf(scope, rows, done, random))
  }
})

/** Returns an id of a time. The number keeps it unique. */
const idAt = (prefix: string, time: number, nth: number): string => {
  const digits = Array.from(
    { length: 16 },
    (_, place) => alphabet[place < 10 ? 0 : (nth >> (5 * (15 - place))) & 31]
  )
  return `${prefix}_${encodeTime(time)}${digits.join("")}`
}

const encodeTime = (time: number): string =>
  Array.from(
    { length: 10 },
    (_, place) => alphabet[Math.floor(time / 32 ** (9 - place)) % 32]
  ).join("")

/** Returns a source of random numbers from 0 to 1, always the same. */
const seededRandom = () => {
  let state = 26
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const chosen = <A>(random: () => number, shares: Shares<A>): A => {
  let left = random()
  for (const [value, share] of shares) {
    left -= share
    if (left < 0) return value
  }
  return shares[0]?.[0] as A
}

const hasMoney: ReadonlySet<string> = new Set(["succeeded", "refunded", "partially_refunded"])

const reportedRow = (random: () => number, nth: number, created: number): ReportedPaymentRecord => {
  const status = chosen(random, statuses)
  const { mid, currency } = chosen(random, accounts)
  const isIdeal = mid === 4
  const amount =
    random() < 0.3
      ? BigInt(currency === "EUR" ? 999 : 1999)
      : BigInt(100 + Math.floor(random() * 50_000))
  const isDeclined = status === "declined" || status === "failed"
  const declineCode = isDeclined ? chosen(random, declineCodes) : null
  const captured = hasMoney.has(status) ? amount : 0n
  const refunded =
    status === "refunded" ? amount : status === "partially_refunded" ? amount / 2n : 0n
  return {
    id: idAt("payment", created, nth) as PaymentId,
    status,
    amount,
    currency: currency as CurrencyCode,
    amountCaptured: captured,
    amountRefunded: refunded,
    disputed: random() < 0.002,
    method: isIdeal ? "ideal" : random() < 0.1 ? "apple_pay" : "card",
    brand: isIdeal ? null : chosen(random, brands),
    last4: isIdeal ? null : `${1000 + Math.floor(random() * 9000)}`,
    mid: reportedMids[mid] ?? null,
    declineCode,
    customer: idAt("customer", created - dayMs, Math.floor(random() * 300_000)) as CustomerId,
    reference: `pi_${nth.toString(36).padStart(10, "0")}`,
    attempts: [
      {
        mid: reportedMids[mid] ?? null,
        outcome: isDeclined ? "declined" : "approved",
        declineCode
      }
    ],
    refunds: refunded === 0n ? [] : [{ at: created + dayMs, amount: refunded }],
    recoveredBy: null,
    isUnknown: false,
    created
  }
}

const changesOf = (
  scope: Scope,
  rows: ReadonlyArray<ReportedPaymentRecord>,
  done: number,
  random: () => number
): ReadonlyArray<Change> => {
  const facets = Map.groupBy(rows, (row) => ReportedPaymentCollection.indexes.facets?.of(row) ?? "")
  const { created = 0 } = rows.at(-1) ?? {}
  return [
    ...rows.map((row) => insert(scope, ReportedPaymentCollection, row)),
    ...rows.flatMap(({ id }, nth) => {
      const order = `order-${done + nth}`
      const terms = random() < 0.3 ? [["channel", "web"] as const, ["order", order] as const] : []
      return terms.map(([key, value], at) =>
        insert(scope, ReportedTermCollection, {
          id: `${id}/metadata/00${at}`,
          payment: id,
          key,
          digest: termDigest(value)
        })
      )
    }),
    insert(scope, FigureChangeCollection, {
      id: idAt("report", created, done),
      amounts: summedUp(rows.flatMap(figureAmounts)),
      facets: Array.from(facets, ([key, own]) => ({ facets: key, payments: own.length }))
    })
  ]
}
