import type { SubscriptionRecord } from "../billing/subscriptions/Subscription.ts"
import type { CustomerRecord } from "../cards/customers/Customer.ts"
import type { PaymentInstrumentRecord } from "../cards/saved/PaymentInstrument.ts"
import type { CheckoutSessionRecord } from "../checkout/sessions/CheckoutSession.ts"
import type { Millis } from "../kernel/primitives/Timestamp.ts"
import type { WebhookDeliveryRecord } from "../outbound/webhooks/WebhookDelivery.ts"
import type { ModificationRecord } from "../payments/captures-voids-refunds/Modification.ts"
import type { AttemptRecord } from "../payments/charges/Attempt.ts"
import { erasedText } from "../platform/storage/erasure.ts"
import { withoutSourceSecrets } from "../providers/ChargeSource.ts"

/**
 * Returns a customer without personal data. Its id and its times stay. Fields of a newer release go
 * too, because they may be personal.
 */
export const erasedCustomer = (
  { id, created, erasedAt }: CustomerRecord,
  now: Millis
): CustomerRecord => ({
  id,
  reference: null,
  email: null,
  name: null,
  defaultPaymentInstrument: null,
  billingAddress: { country: null, postalCode: null },
  metadata: {},
  created,
  erasedAt: erasedAt ?? now
})

/** Returns a detached instrument. The card's brand, last digits and fingerprint stay. */
export const erasedInstrument = (row: PaymentInstrumentRecord): PaymentInstrumentRecord =>
  row.card === null
    ? {
        ...row,
        detached: true,
        metadata: {},
        apm: { ...row.apm, last4: null, bank: null, mandateReference: null }
      }
    : { ...row, detached: true, metadata: {} }

/** Returns a subscription without the merchant's notes. */
export const erasedSubscription = (row: SubscriptionRecord): SubscriptionRecord => ({
  ...row,
  metadata: {},
  cancelReason: row.cancelReason === null ? null : erasedText
})

/** Returns a session without what the payer and the merchant wrote. Its amounts and URLs stay. */
export const erasedSession = ({
  orderDetails: _,
  lineItems,
  ...row
}: CheckoutSessionRecord): CheckoutSessionRecord => ({
  ...row,
  metadata: {},
  description: null,
  ...(lineItems === undefined
    ? {}
    : {
        lineItems: lineItems.map(
          ({
            productCode: _product,
            commodityCode: _commodity,
            unitOfMeasure: _unit,
            ...item
          }) => ({
            ...item,
            name: erasedText
          })
        )
      })
})

/** Returns an attempt without the payer's data and the provider's messages. */
export const erasedAttempt = ({
  details: _details,
  changedDetails: _changed,
  message: _message,
  ...row
}: AttemptRecord): AttemptRecord => ({
  ...row,
  source: withoutSourceSecrets(row.source),
  reason: row.reason === null ? null : erasedText,
  action: row.action === null ? null : { ...row.action, state: null, returned: null },
  ...(row.savedMethod === undefined ? {} : { savedMethod: { token: row.savedMethod.token } })
})

/** Returns a capture, void or refund without its reason. */
export const erasedModification = (row: ModificationRecord): ModificationRecord => ({
  ...row,
  reason: row.reason === null || row.purpose !== "merchant" ? row.reason : erasedText
})

/** Returns a delivery without the answers of its endpoint, which may repeat the event. */
export const erasedDelivery = (row: WebhookDeliveryRecord): WebhookDeliveryRecord => ({
  ...row,
  attempts: row.attempts.map((attempt) => ({
    ...attempt,
    excerpt: attempt.excerpt === null ? null : erasedText
  }))
})
