import { declineTable } from "@payloom/core"
import { httpProvider } from "@payloom/provider-http"

/** Returns the connector to the bank. An order's price is its number, see `priceOf`. */
export const bankProvider = httpProvider<null>({
  name: "bank",
  url: { test: "https://bank.invalid", live: "https://bank.invalid" },
  headers: () => ({}),
  idempotencyHeader: "idempotency-key",
  cards: ["token", "vault"],
  capabilities: {
    methods: ["card"],
    currencies: ["EUR"],
    refunds: "partial",
    manualCapture: true,
    partialCapture: true,
    holdHours: { default: 168 },
    dedupesForHours: 24,
    lookup: true,
    settleWindowMinutes: 5
  },
  requests: {
    charge: {
      path: "/charges",
      body: ({ amount, currency }) => ({ order: String(amount), amount, currency })
    },
    capture: { path: "/charges/{charge}/capture", body: ({ amount }) => ({ amount }) },
    void: { path: "/charges/{charge}/void", body: ({ amount }) => ({ amount }) },
    refund: { path: "/charges/{charge}/refund", body: ({ amount }) => ({ amount }) }
  },
  searches: {
    charge: { path: "/holds?reference={reference}", list: "" },
    modification: { path: "/{kind}s?reference={reference}", list: "" }
  },
  charge: {
    id: "id",
    reference: "reference",
    amount: "amount",
    currency: "currency",
    amountCaptured: "taken",
    state: "status",
    states: { authorized: ["held"], captured: ["taken"] },
    declineCode: "code"
  },
  modification: {
    id: "id",
    reference: "reference",
    state: "status",
    states: { succeeded: ["done"] }
  },
  errors: { code: "error", message: "message" },
  declines: declineTable({})
})
