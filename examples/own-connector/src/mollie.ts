import { declineTable } from "@payloom/core"
import { type Fields, httpProvider, valueAt } from "@payloom/provider-http"

/** The keys of an account at Mollie. */
export interface MollieAccount {
  readonly apiKey: string
}

/** Returns the objects in a list of Mollie's. A single object is a list of one. */
const listed = (name: string) => (answer: Fields) =>
  answer._embedded === undefined ? [answer] : valueAt(answer, `_embedded.${name}`)

/** Cards at Mollie, whose details its Components have turned into a token. */
export const mollie = httpProvider<MollieAccount>({
  name: "mollie",
  url: { test: "https://api.mollie.com/v2", live: "https://api.mollie.com/v2" },
  headers: ({ account }) => ({ authorization: `Bearer ${account.apiKey}` }),
  idempotencyHeader: "idempotency-key",
  amounts: { form: "decimal_text" },
  cards: ["token"],
  capabilities: {
    methods: ["card"],
    currencies: ["AUD", "CHF", "EUR", "GBP", "JPY", "NOK", "SEK", "USD"],
    refunds: "partial",
    // A canceled hold has no reference by which the cancel could be found.
    manualCapture: false,
    partialCapture: false,
    dedupesForHours: 0,
    lookup: true,
    settleWindowMinutes: 10,
    holdHours: { default: 168 }
  },

  requests: {
    charge: {
      path: "/payments",
      body: ({ reference, amount: value, currency, returnUrl, token, request }) => ({
        amount: { currency, value },
        description: request.description ?? reference,
        redirectUrl: returnUrl,
        method: "creditcard",
        cardToken: token,
        sequenceType: "oneoff",
        captureMode: "automatic",
        metadata: { orderId: reference, origin: request.origin }
      })
    },
    refund: {
      path: "/payments/{charge}/refunds",
      body: ({ reference, amount: value, currency }) => ({
        amount: { currency, value },
        description: reference,
        metadata: { orderId: reference }
      })
    }
  },

  searches: {
    charge: {
      path: ({ charge }) => (charge === null ? "/payments?limit=250" : `/payments/${charge}`),
      list: listed("payments"),
      next: "_links.next.href",
      created: "createdAt"
    },
    modification: {
      path: "/payments/{charge}/refunds?limit=250",
      list: listed("refunds"),
      next: "_links.next.href"
    }
  },

  changes: {
    charges: {
      path: "/payments?limit=250",
      list: "_embedded.payments",
      next: "_links.next.href",
      created: "createdAt",
      origin: "metadata.origin"
    },
    refunds: {
      path: "/refunds?limit=250&embed=payment",
      list: "_embedded.refunds",
      next: "_links.next.href",
      created: "createdAt",
      charge: "_embedded.payment.metadata.orderId",
      amount: "amount.value",
      currency: "amount.currency"
    }
  },

  charge: {
    id: "id",
    reference: "metadata.orderId",
    amount: "amount.value",
    currency: "amount.currency",
    amountCaptured: ({ status, amount }) =>
      status === "paid" ? valueAt(amount, "value") : undefined,
    state: (payment) => {
      const refunded = valueAt(payment, "amountRefunded.value")
      return refunded === valueAt(payment, "amount.value") ? "refunded" : payment.status
    },
    states: {
      requires_action: ["open"],
      pending: ["pending"],
      captured: ["paid"],
      refunded: ["refunded"],
      declined: ["failed", "canceled", "expired"]
    },
    declineCode: "details.failureReason",
    message: "details.failureMessage",
    payerPage: "_links.checkout.href"
  },

  modification: {
    id: "id",
    reference: "metadata.orderId",
    kind: "resource",
    kinds: { refund: "refund" },
    state: "status",
    states: {
      pending: ["queued", "pending", "processing"],
      succeeded: ["refunded"],
      failed: ["failed", "canceled"]
    }
  },

  errors: { code: "field", message: "detail", failed: ["amount"] },

  declines: declineTable({
    notHonored: "refused_by_issuer",
    declined: "card_declined unknown_reason failed",
    blocked: "inactive_card possible_fraud",
    invalidCard: "invalid_card_number invalid_card_holder_name invalid_card_type",
    expired: "card_expired",
    noFunds: "insufficient_funds",
    wrongCode: "invalid_cvv",
    stepUp: "authentication_required",
    unauthenticated:
      "authentication_failed authentication_abandoned authentication_unavailable_acs " +
      "canceled expired",
    unreachable: "issuer_unavailable"
  })
})
