import type { Document } from "../rows/RawRows.ts"

/**
 * The collections that the rules read, in an order in which the rows that others name come first.
 * Payments come before sessions, because a payment knows the billing cycle that it is for.
 */
export const readCollections = [
  "customers",
  "plans",
  "subscriptions",
  "billing_cycles",
  "payments",
  "checkout_sessions",
  "attempts",
  "modifications",
  "disputes",
  "kept_notices",
  "ledger_groups",
  "payment_instruments",
  "erasures",
  "events",
  "alerts",
  "webhook_deliveries",
  "event_deliveries",
  "idempotency_records",
  "parked_events",
  "jobs"
] as const

/** The ids that relate a row to others. */
export interface Links {
  /** The rows that it belongs to. The rules read them together. */
  readonly to: ReadonlyArray<string>
  /** The ids by which other rows name it. */
  readonly names: ReadonlyArray<string>
}

const textsOf = (...values: ReadonlyArray<unknown>): ReadonlyArray<string> =>
  values.filter((value): value is string => typeof value === "string" && value !== "")

const linksOf: Readonly<Record<string, (doc: Document) => Links>> = {
  billing_cycles: ({ id, subscription }) => ({ to: textsOf(subscription), names: [id] }),
  payments: ({ id, billingCycle, checkoutSession }) => ({
    to: textsOf(billingCycle, checkoutSession),
    names: [id]
  }),
  checkout_sessions: ({ id, payment, subscription }) => ({
    to: textsOf(payment, subscription),
    names: [id]
  }),
  attempts: ({ id, payment, idempotencyRecord }) => ({
    to: textsOf(payment),
    names: textsOf(id, idempotencyRecord)
  }),
  ledger_groups: ({ payment }) => ({ to: textsOf(payment), names: [] }),
  kept_notices: ({ payment }) => ({ to: textsOf(payment), names: [] }),
  payment_instruments: ({ id, customer }) => ({ to: textsOf(customer), names: [id] }),
  events: ({ id, data }) => {
    const { payment_id: payment, object } = data as {
      readonly payment_id?: unknown
      readonly object?: { readonly id?: unknown }
    }
    // Events of one object are read together, also if their payment is named in some only.
    return { to: textsOf(object?.id, payment), names: [id] }
  },
  alerts: ({ event }) => ({ to: textsOf(event), names: [] }),
  webhook_deliveries: ({ id, event }) => ({ to: textsOf(event), names: [id] }),
  event_deliveries: ({ id }) => ({ to: [id], names: [] }),
  idempotency_records: ({ id, answer }) => ({ to: [id, ...answered(answer)], names: [] }),
  jobs: ({ subject }) => ({ to: textsOf(subject), names: [] })
}

/** Returns the id of the answered resource. */
const answered = (answer: unknown): ReadonlyArray<string> => {
  const id = typeof answer === "string" ? /"id":"([^"]+)"/.exec(answer)?.[1] : undefined
  return textsOf(id)
}

/** Returns the links of a row. A row of another collection that names a payment belongs to it. */
export const rowLinks = (collection: string, doc: Document): Links =>
  linksOf[collection]?.(doc) ?? { to: textsOf(doc.payment), names: [doc.id] }
