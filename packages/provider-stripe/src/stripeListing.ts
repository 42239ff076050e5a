import type {
  ChangedCharge,
  ChangedDispute,
  ChangedRefund,
  ChangeListing,
  ChangesQuery,
  PaymentProviderDefinition,
  ProviderChange
} from "@payloom/core"
import type Stripe from "stripe"
import { originKey, referenceKey } from "./chargeParams.ts"
import { amountFromStripe } from "./stripeAmounts.ts"
import type { StripeClients } from "./stripeClients.ts"
import { disputeNotifications } from "./stripeDisputes.ts"
import { asked } from "./stripeErrors.ts"
import { expanded, intentOf } from "./stripeIntents.ts"
import { stripeMethods } from "./stripeMethods.ts"
import { refundAs } from "./stripeModifications.ts"

/** The lists that are read one after another. A cursor names the list and its last entry. */
const lists = ["payments", "refunds", "disputes"] as const
type ListName = (typeof lists)[number]

/**
 * The days before the listed time in which a dispute may have begun. Stripe lists disputes by the
 * time of their creation, and schemes allow 120 days until one is decided or even begins.
 */
const disputeDays = 120

/** Returns the connector's list of changes: payments, refunds and disputes. */
export const stripeListing = (clients: StripeClients) =>
  ({
    listChanges: async ({ mid, since, cursor }: ChangesQuery): Promise<ChangeListing> => {
      const { api } = clients(mid)
      const [list, after] = readCursor(cursor)
      const created = { gte: Math.floor(since / 1000) }
      const page = { created, limit: 100, ...(after === "" ? {} : { starting_after: after }) }
      const { data, has_more, changes } = await pageOf[list](api, page)
      const last = data.at(-1)?.id
      const next = lists[lists.indexOf(list) + 1]
      if (has_more && last !== undefined) {
        return { _tag: "Listed", changes, cursor: `${list} ${last}` }
      }
      return { _tag: "Listed", changes, cursor: next === undefined ? null : `${next} ` }
    }
  }) satisfies Partial<PaymentProviderDefinition>

const readCursor = (cursor: string | null): readonly [ListName, string] => {
  const [name, after = ""] = (cursor ?? "").split(" ")
  return [lists.find((list) => list === name) ?? "payments", after]
}

interface PageParams {
  readonly created: { readonly gte: number }
  readonly limit: number
  readonly starting_after?: string
}

interface Page {
  readonly data: ReadonlyArray<{ readonly id: string }>
  readonly has_more: boolean
  readonly changes: ReadonlyArray<ProviderChange>
}

const pageOf: Readonly<Record<ListName, (api: Stripe, page: PageParams) => Promise<Page>>> = {
  payments: async (api, page) => {
    const list = api.paymentIntents.list({ ...page, expand: ["data.latest_charge"] })
    const { data, has_more } = await asked(list)
    return { data, has_more, changes: data.flatMap(paymentChange) }
  },
  refunds: async (api, page) => {
    const list = api.refunds.list({ ...page, expand: ["data.payment_intent"] })
    const { data, has_more } = await asked(list)
    return { data, has_more, changes: data.flatMap(refundChange) }
  },
  disputes: async (api, page) => {
    const created = { gte: Math.max(0, page.created.gte - disputeDays * 24 * 3600) }
    const list = api.disputes.list({ ...page, created, expand: ["data.payment_intent"] })
    const { data, has_more } = await asked(list)
    return { data, has_more, changes: data.flatMap(disputeChanges) }
  }
}

const paymentChange = (payment: Stripe.PaymentIntent): ReadonlyArray<ChangedCharge> => {
  const { metadata, created, latest_charge } = payment
  const reference = metadata[referenceKey]
  if (reference === undefined) return []
  const type = expanded(latest_charge)?.payment_method_details?.type
  const isApm = type !== undefined && Object.hasOwn(stripeMethods, type)
  return [
    {
      _tag: "Charge",
      reference,
      origin: metadata[originKey] ?? null,
      created: created * 1000,
      ...(isApm ? { apm: type } : {}),
      charge: intentOf(payment).found
    }
  ]
}

/** Returns our reference of a payment. Null if another program created the payment. */
const chargeReference = (payment: Stripe.PaymentIntent | string | null): string | null =>
  expanded(payment ?? "")?.metadata[referenceKey] ?? null

const refundChange = (made: Stripe.Refund): ReadonlyArray<ChangedRefund> => {
  const reference = chargeReference(made.payment_intent)
  if (reference === null) return []
  const currency = made.currency.toUpperCase()
  const { state, providerReference, rawCode } = refundAs(made)
  const amount = amountFromStripe(made.amount, currency)
  return [
    {
      _tag: "Refund",
      reference,
      refundReference: made.metadata?.[referenceKey] ?? null,
      refund: { providerReference, amount, currency, state, rawCode }
    }
  ]
}

/** The list has no time of a dispute's stage, so the stage counts as the latest. */
const disputeChanges = (made: Stripe.Dispute): ReadonlyArray<ChangedDispute> => {
  const reference = chargeReference(made.payment_intent)
  if (reference === null) return []
  const event = { id: made.id, created: made.created }
  return disputeNotifications(event, reference, made).map(({ dispute }) => {
    const { occurredAt: _, ...told } = dispute
    return { _tag: "Dispute", reference, dispute: told }
  })
}
