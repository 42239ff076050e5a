import { declineTable } from "@payloom/core"
import { type Fields, httpProvider, isHmac, valueAt } from "@payloom/provider-http"

/** The keys of an account at Checkout.com. The signature key is the webhook's. */
export type CheckoutAccount = Record<"secretKey" | "processingChannelId" | "signatureKey", string>

const usages = { recurring: "Recurring", unscheduled: "Unscheduled", installment: "Installment" }

const amountAndReference = ({ amount, reference }: Record<"amount" | "reference", unknown>) => ({
  amount,
  reference
})

const refusedActionOf = ({ actions }: Fields): unknown =>
  Array.isArray(actions) ? actions.find(({ approved }) => approved === false) : undefined

/** Cards at Checkout.com, by its Payments API. */
export const checkout = httpProvider<CheckoutAccount>({
  name: "checkout",
  url: { test: "https://api.sandbox.checkout.com", live: "https://api.checkout.com" },
  headers: ({ account }) => ({ authorization: `Bearer ${account.secretKey}` }),
  idempotencyHeader: "cko-idempotency-key",
  cards: ["relay"],
  supports: ["agreements", "checks"],
  capabilities: {
    methods: ["card"],
    currencies: ["AUD", "CHF", "EUR", "GBP", "JPY", "KWD", "SEK", "USD"],
    amountStep: { KWD: 10n },
    refunds: "partial",
    manualCapture: true,
    partialCapture: true,
    dedupesForHours: 24,
    lookup: true,
    notifications: true,
    settleWindowMinutes: 10,
    holdHours: { default: 168 }
  },

  requests: {
    charge: {
      path: "/payments",
      body: ({ reference, amount, currency, capture, returnUrl, card, account, request }) => ({
        source: {
          type: "card",
          number: card?.number,
          expiry_month: card?.expiryMonth,
          expiry_year: card?.expiryYear,
          cvv: card?.securityCode,
          name: card?.holderName
        },
        amount,
        currency,
        capture,
        reference,
        processing_channel_id: account.processingChannelId,
        success_url: returnUrl,
        failure_url: returnUrl,
        "3ds": { enabled: returnUrl !== null },
        payment_type: request.agreement === null ? "Regular" : usages[request.agreement.usage],
        merchant_initiated: request.initiator === "merchant",
        previous_payment_id: request.agreement?.networkReference
      })
    },
    capture: { path: "/payments/{charge}/captures", body: amountAndReference },
    void: { path: "/payments/{charge}/voids", body: ({ reference }) => ({ reference }) },
    refund: { path: "/payments/{charge}/refunds", body: amountAndReference }
  },

  searches: {
    charge: {
      path: "/payments?limit=10&skip=0&reference={reference}",
      list: "data",
      complete: async ({ id }, get) => ({
        ...Object(await get(`/payments/${id}`)),
        actions: await get(`/payments/${id}/actions`)
      })
    },
    modification: { path: "/payments/{charge}/actions", list: "" }
  },

  charge: {
    id: "id",
    reference: "reference",
    // A payment may be authorized for less than was requested.
    amount: (payment) => valueAt(payment, "balances.total_authorized") || payment.amount,
    currency: "currency",
    amountCaptured: "balances.total_captured",
    state: (payment, { capture, status }) => {
      if (valueAt(payment, "_links.redirect") !== undefined) return "Waiting"
      // An approved payment is captured soon afterwards. A look-up says when.
      if (payment.status !== "Authorized" || !capture) return payment.status
      return status === 201 ? "Captured" : "Pending"
    },
    states: {
      requires_action: ["Waiting"],
      pending: ["Pending"],
      authorized: ["Authorized"],
      captured: ["Captured", "Partially Captured", "Partially Refunded", "Card Verified", "Paid"],
      refunded: ["Refunded"],
      voided: ["Voided"],
      expired: ["Expired"],
      declined: ["Declined", "Canceled"]
    },
    declineCode: (payment) =>
      payment.response_code ?? valueAt(refusedActionOf(payment), "response_code"),
    message: "response_summary",
    payerPage: "_links.redirect.href",
    networkReference: "scheme_id",
    authCode: "auth_code",
    holdsUntil: "expires_on"
  },

  modification: {
    id: (action) => action.action_id ?? action.id,
    reference: "reference",
    kind: "type",
    kinds: { capture: "Capture", void: "Void", refund: "Refund" },
    // An answer only says that the action was accepted. The list of actions has the result.
    state: ({ approved }) => String(approved),
    states: { pending: ["undefined"], succeeded: ["true"], failed: ["false"] },
    failureCode: "response_code"
  },

  // 403: the state of the payment doesn't allow it. 422: its amount doesn't.
  errors: { code: "error_codes.0", message: "error_type", failed: ["http_403", "http_422"] },

  declines: declineTable({
    noFunds: "20051",
    notHonored: "20001 20002 20005 20046 20060",
    declined: "20009 20017 20018 20021 20064 20070 20094 20099 20109 20118 20182 Canceled",
    blocked: "20004 20059 20062 20063 20066 20067 20078 20093 20179 20183 30004 30007 30034 30041",
    invalidCard: "20014 20039 20052 20053 20056 20100 20101 20114 30015",
    expired: "20054 30033",
    limit: "20038 20061 20065 20075 30021 30022",
    wrongCode: "20055 20082 20087 20124 200N7",
    stepUp: "20154 43401",
    unauthenticated: "20150 20151 20152 20155",
    unreachable: "20091 20092",
    broken: "20006 20012 20019 20020 20022 20030 20090 20095 20096 20153 20159",
    misrouted: "20003 20015 20031 20040 20058 20102 20103 20104 20105 20106 20107 20156 20157"
  }),

  webhooks: {
    isSigned: ({ account, headers, body }) =>
      isHmac({ key: account.signatureKey, text: body, signature: headers["cko-signature"] }),
    id: "id",
    reference: "data.reference",
    charge: "data.id"
  }
})
