import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { declineTable, type PaymentProvider } from "@payloom/core"
import { httpProvider } from "@payloom/provider-http"
import { onLoopback } from "@payloom/testkit/fake-provider"
import type { RelayedVault } from "../RelayedVault.ts"

/** The source of a charge, in the form that Checkout.com documents for decrypted wallets. */
interface OwnSource {
  readonly token: string
  readonly token_type: string
  readonly expiry_month: string
  readonly expiry_year: string
  readonly cryptogram: string
  readonly eci: string
}

/** A processor on this machine that approves every charge. */
export interface OwnProcessor {
  readonly url: string
  /** The sources of all charges. */
  readonly sources: () => ReadonlyArray<OwnSource>
  readonly close: () => Promise<void>
}

/** Starts a processor. It has nothing else than charges. */
export const startOwnProcessor = async (): Promise<OwnProcessor> => {
  const sources: Array<OwnSource> = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { source, ...charge } = JSON.parse(body)
      sources.push(source)
      response.writeHead(201, { "content-type": "application/json" })
      response.end(JSON.stringify({ ...charge, id: `pay_${sources.length}`, status: "Captured" }))
    })
  })
  const { url, close } = await onLoopback(server)
  return { url, sources: () => sources, close }
}

const wallets: Readonly<Record<string, string>> = { apple_pay: "applepay", google_pay: "googlepay" }

/** Returns the connector to the processor, as a table. */
export const ownProcessor = (
  { url }: Pick<OwnProcessor, "url">,
  { relay }: RelayedVault
): PaymentProvider => connector({ url, relay, accountOf: () => ({}) })

const connector = httpProvider<object>({
  name: "own_processor",
  url: { test: "https://processor.invalid", live: "https://processor.invalid" },
  headers: () => ({}),
  idempotencyHeader: "idempotency-key",
  cards: ["relay"],
  capabilities: {
    methods: ["card", "wallet"],
    decryptedWallets: ["apple_pay", "google_pay"],
    currencies: ["EUR"],
    refunds: "none",
    manualCapture: false,
    partialCapture: false,
    dedupesForHours: 24,
    lookup: false,
    settleWindowMinutes: 0,
    holdHours: { default: 168 }
  },
  requests: {
    charge: {
      path: "/payments",
      body: ({ reference, amount, currency, card, method }) => ({
        source: {
          type: "network_token",
          token: card?.number,
          token_type: wallets[method ?? ""],
          expiry_month: card?.expiryMonth,
          expiry_year: card?.expiryYear,
          cryptogram: card?.wallet?.cryptogram,
          eci: card?.wallet?.eci
        },
        amount,
        currency,
        reference
      })
    }
  },
  charge: {
    id: "id",
    reference: "reference",
    amount: "amount",
    currency: "currency",
    state: "status",
    states: { captured: ["Captured"], declined: ["Declined"] },
    declineCode: "code"
  },
  declines: declineTable({})
})
