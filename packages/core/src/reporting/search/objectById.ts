import { Effect, Option } from "effect"
import { BillingCycleCollection } from "../../billing/cycles/BillingCycle.ts"
import { PlanCollection } from "../../billing/plans/Plan.ts"
import { SubscriptionCollection } from "../../billing/subscriptions/Subscription.ts"
import { CustomerCollection } from "../../cards/customers/Customer.ts"
import { PaymentInstrumentCollection } from "../../cards/saved/PaymentInstrument.ts"
import { TemplateCollection } from "../../checkout/branding/BrandingTemplate.ts"
import { CheckoutSessionCollection } from "../../checkout/sessions/CheckoutSession.ts"
import { KeptNotificationCollection } from "../../inbound/KeptNotification.ts"
import { LedgerGroupCollection } from "../../ledger/LedgerGroup.ts"
import { WebhookDeliveryCollection } from "../../outbound/webhooks/WebhookDelivery.ts"
import { WebhookEndpointCollection } from "../../outbound/webhooks/WebhookEndpoint.ts"
import { ModificationCollection } from "../../payments/captures-voids-refunds/Modification.ts"
import { AttemptCollection } from "../../payments/charges/Attempt.ts"
import { PaymentCollection } from "../../payments/charges/Payment.ts"
import { DisputeCollection } from "../../payments/disputes/Dispute.ts"
import { EventCollection } from "../../platform/events/EventRecord.ts"
import type { Collection, Row } from "../../platform/storage/Collection.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { ApiKeyCollection } from "../../platform/tenants/ApiKey.ts"
import { MidCollection } from "../../routing/Mid.ts"

/** An object that has an id. */
export interface IdentifiedObject {
  readonly object: string
  readonly id: string
  /** The payment that it is or belongs to. Null if there is none. */
  readonly payment: string | null
  /** The customer that it is or belongs to. Null if there is none. */
  readonly customer: string | null
}

/** Finds an object by its id. The prefix may be missing, and case does not matter. */
export const objectById = Effect.fnUntraced(function* (scope: Scope, text: string) {
  const [, prefix, ulid = ""] = written.exec(text) ?? []
  const wanted = ulid === "" ? [] : kinds.filter((kind) => (prefix ?? kind.prefix) === kind.prefix)
  const storage = yield* Storage
  const found = yield* Effect.forEach(
    wanted,
    (kind) => kind.find(storage, scope, `${kind.prefix}_${ulid.toUpperCase()}`),
    { concurrency: 4 }
  )
  return found.flatMap(Option.toArray)
})

const written = /^(?:([a-z]+)_)?([0-7][0-9a-hjkmnp-tv-zA-HJKMNP-TV-Z]{25})$/

interface Related {
  readonly payment?: string | null
  readonly customer?: string | null
}

/** Declares the objects of an id's prefix. */
const kindOf = <R extends Row>(
  prefix: string,
  object: string,
  of: Collection<R>,
  related: (row: R) => Related = () => ({})
) => ({
  prefix,
  find: (storage: Storage["Service"], scope: Scope, id: string) =>
    Effect.map(
      storage.get(scope, of, id),
      Option.map(({ row }): IdentifiedObject => {
        const { payment = null, customer = null } = related(row)
        return { object, id, payment, customer }
      })
    )
})

const itself = ({ id }: Row): Related => ({ payment: id })

const kinds = [
  kindOf("payment", "payment", PaymentCollection, itself),
  kindOf("attempt", "attempt", AttemptCollection, ({ payment }) => ({ payment })),
  ...(["capture", "void", "refund", "increment"] as const).map((kind) =>
    kindOf(kind, kind, ModificationCollection, ({ payment }) => ({ payment }))
  ),
  kindOf("customer", "customer", CustomerCollection, ({ id }) => ({ customer: id })),
  kindOf("card", "payment_instrument", PaymentInstrumentCollection, ({ customer }) => ({
    customer
  })),
  kindOf("checkout", "checkout_session", CheckoutSessionCollection, ({ customer }) => ({
    customer
  })),
  kindOf("plan", "plan", PlanCollection),
  kindOf("sub", "subscription", SubscriptionCollection, ({ customer }) => ({ customer })),
  kindOf("cycle", "billing_cycle", BillingCycleCollection, ({ payment }) => ({ payment })),
  kindOf("dispute", "dispute", DisputeCollection, ({ payment }) => ({ payment })),
  kindOf("event", "event", EventCollection, ({ data }) => ({ payment: data.payment_id ?? null })),
  kindOf("endpoint", "webhook_endpoint", WebhookEndpointCollection),
  kindOf("delivery", "webhook_delivery", WebhookDeliveryCollection),
  kindOf("notice", "provider_notice", KeptNotificationCollection, ({ payment }) => ({ payment })),
  kindOf("ledger", "ledger_group", LedgerGroupCollection, ({ payment = null }) => ({ payment })),
  kindOf("mid", "mid", MidCollection),
  kindOf("template", "template", TemplateCollection),
  kindOf("key", "api_key", ApiKeyCollection)
]
