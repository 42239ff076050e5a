import { Effect } from "effect"
import type { PaymentStatus } from "../payments/charges/Payment.ts"
import { PaymentCollection } from "../payments/charges/Payment.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { type PageQuery, Storage } from "../platform/storage/Storage.ts"
import { type PaymentFacts, projectPayment } from "./projectPayment.ts"
import { loadFacts } from "./reportPayments.ts"
import type { WalkedPage } from "./walkPayments.ts"

/** The statuses of payments that no event has reported yet. */
const inFlightStatuses: ReadonlyArray<PaymentStatus> = [
  "created",
  "requires_payment",
  "authenticating",
  "processing"
]

/** The most payments in flight that are read for a page. */
const mostInFlight = 200

/** The bounds of a page. */
interface Bounds extends Pick<PageQuery, "after" | "idFrom" | "idTo"> {
  readonly scope: Scope
  readonly size: number
}

const idLength = "payment_".length + 26

/**
 * Adds the payments in flight that belong to a page. They have no event yet, so they are read from
 * the payments themselves.
 */
export const withInFlight = Effect.fnUntraced(function* (
  { scope, size, ...bounds }: Bounds,
  page: WalkedPage,
  matches: (facts: PaymentFacts) => boolean
) {
  const storage = yield* Storage
  const idFrom = page.next?.slice(0, idLength) ?? bounds.idFrom
  const found = yield* storage.page(scope, PaymentCollection, {
    where: { status: inFlightStatuses },
    order: "desc",
    limit: mostInFlight,
    ...(bounds.after === undefined ? {} : { after: bounds.after.slice(0, idLength) }),
    ...(bounds.idTo === undefined ? {} : { idTo: bounds.idTo }),
    ...(idFrom === undefined ? {} : { idFrom })
  })
  if (found.length === 0) return page
  const facts = yield* loadFacts(
    scope,
    found.map(({ row }) => row.id)
  )
  const rows = new Map(page.rows.map((row) => [row.id, row]))
  for (const each of facts) {
    if (matches(each)) rows.set(each.payment.id, projectPayment(each))
    else rows.delete(each.payment.id)
  }
  const merged = [...rows.values()].sort((one, other) => (one.id < other.id ? 1 : -1))
  return merged.length > size
    ? { rows: merged.slice(0, size), next: merged[size - 1]?.id ?? null }
    : { rows: merged, next: page.next }
})
