import { declineTable } from "@payloom/core"
import { type Fields, httpProvider, isHmac, valueAt } from "@payloom/provider-http"

/** The keys of an account at the bank. */
export interface BankKeys {
  readonly apiKey: string
  readonly webhookSecret: string
}

/** The greatest age of a signature. An older one may be a copy. */
const toleranceMs = 5 * 60_000

/** Returns true after a full refund. The bank's status remains `taken`. */
const isFullyReturned = ({ taken, refunded }: Fields): boolean =>
  taken !== "0" && refunded === taken

/**
 * A connector to the bank. Copy this file for a provider of your own: it has all that differs from
 * provider to provider. Each part is explained in docs/connectors/write-a-connector.md.
 */
export const bankConnector = httpProvider<BankKeys>({
  name: "bank",
  url: { test: "https://bank.invalid", live: "https://bank.invalid" },
  headers: ({ account }) => ({ authorization: `Bearer ${account.apiKey}` }),
  // An ISK has no decimals in ISO 4217, but two at the bank. A KWD has two of three.
  amounts: { form: "integer_text", decimals: { ISK: 2 } },
  cards: ["vault"],
  supports: ["agreements", "checks"],
  capabilities: {
    methods: ["card", "apm"],
    apms: ["bank_page"],
    currencies: ["EUR", "ISK", "KWD"],
    amountStep: { KWD: 10n },
    refunds: "partial",
    manualCapture: true,
    partialCapture: true,
    holdHours: { default: 168 },
    dedupesForHours: 24,
    lookup: true,
    settleWindowMinutes: 5,
    notifications: true
  },

  requests: {
    charge: {
      path: "/charges",
      body: ({ reference, amount, currency, capture, returnUrl, token, method }) => ({
        reference,
        amount,
        currency,
        capture,
        return_url: returnUrl,
        card: token,
        method
      })
    },
    capture: {
      path: "/charges/{charge}/capture",
      body: ({ reference, amount }) => ({ reference, amount })
    },
    void: {
      path: "/charges/{charge}/void",
      body: ({ reference, amount }) => ({ reference, amount })
    },
    refund: {
      path: "/charges/{charge}/refund",
      body: ({ reference, amount }) => ({ reference, amount })
    },
    resume: {
      path: "/charges/{charge}/complete",
      body: ({ returned }) => ({ result: returned.bank_result })
    },
    cancel: { path: "/charges/{charge}/cancel", body: () => ({}) }
  },

  searches: {
    charge: { path: "/charges?reference={reference}", list: "" },
    modification: { path: "/{kind}s?reference={reference}", list: "" }
  },

  charge: {
    id: "id",
    reference: "reference",
    amount: "amount",
    currency: "currency",
    amountCaptured: "taken",
    state: (charge) => (isFullyReturned(charge) ? "returned" : charge.status),
    states: {
      requires_action: ["waiting"],
      pending: ["pending"],
      authorized: ["held"],
      captured: ["taken"],
      refunded: ["returned"],
      voided: ["released"],
      expired: ["lapsed"],
      declined: ["declined", "canceled"]
    },
    declineCode: "code",
    networkCode: "scheme_code",
    message: "message",
    payerPage: "pay_at",
    payerUntil: "pay_until",
    networkReference: "scheme_reference",
    holdsUntil: "held_until"
  },

  modification: {
    id: "id",
    reference: "reference",
    state: ({ status, code }) => (code === "hold_lapsed" ? code : status),
    states: { succeeded: ["done"], failed: ["failed"], hold_expired: ["hold_lapsed"] },
    failureCode: "code"
  },

  errors: { code: "error", message: "message" },

  declines: declineTable({
    noFunds: "no_funds",
    blocked: "stolen",
    unauthenticated: "payer_refused canceled",
    unreachable: "no_line_to_issuer"
  }),

  webhooks: {
    isSigned: ({ account: { webhookSecret: key }, headers, body }) => {
      const { "bank-timestamp": at = "", "bank-signature": signature } = headers
      const isRecent = Math.abs(Date.now() - Number(at)) < toleranceMs
      return isRecent && isHmac({ key, text: `${at}.${body}`, signature })
    },
    id: "id",
    reference: ({ charge, modification }) => valueAt(charge ?? modification, "reference")
  }
})
