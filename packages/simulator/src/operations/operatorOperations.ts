import {
  AlertCollection,
  ApiKeyCollection,
  EventCollection,
  KeptNotificationCollection,
  LedgerGroupCollection,
  MidCollection,
  WebhookDeliveryCollection,
  WebhookEndpointCollection
} from "@payloom/core"
import { sandboxAccounts } from "@payloom/testkit"
import { type Choices, onMerchant, onTenants } from "./Operation.ts"

const limit = { limit: 20 }
const day = 86_400_000

/** A provider's report of some movements of an account. Every fifth row has another amount. */
const settlementReport = async (choices: Choices) => {
  const { ground, draw, tenant } = choices
  const { id: mid } = await choices.row(MidCollection)
  const groups = await ground.rows(tenant, LedgerGroupCollection)
  const from = ground.clock.now() - 60 * day
  const rows = groups
    .filter(({ kind, created }) => kind !== "settlement" && created >= from)
    .flatMap(({ atProvider, currency, entries }) => {
      const entry = entries.find(({ account }) => account === `provider_receivable:${mid}`)
      if (atProvider === undefined || entry === undefined) return []
      const gross = entry.amount < 0n ? -entry.amount : entry.amount
      const { reference, kind } = atProvider
      return [{ reference, kind, gross: gross + (draw.chance(20) ? 1n : 0n), fee: 1n, currency }]
    })
  const period = { mid, from, to: ground.clock.now() }
  return [rows, draw.chance(20) ? { ...period, dryRun: true } : period] as const
}

/** The operations of the people and programs that operate an engine. */
export const operatorOperations = {
  ...onTenants({
    create: () => [{ displayName: "Another shop", defaultCurrency: "EUR" }],
    find: (choices) => [`shop ${choices.draw.number()}`],
    settings: (choices) => [choices.tenant.scope],
    updateAccount: (choices) => [
      choices.tenant.scope,
      { dunningExhausted: choices.draw.chance() ? "pause" : "terminate" }
    ],
    createApiKey: (choices) => [choices.tenant.scope, "secret"],
    // Payers need the publishable key of their merchant.
    revokeApiKey: async (choices) => [
      choices.tenant.scope,
      (await choices.row(ApiKeyCollection, ({ kind }) => kind === "secret")).id
    ]
  }),
  ...onMerchant("routing", {
    listMids: () => [],
    health: () => [],
    rules: () => [],
    setRules: async (choices) => {
      const order = choices.draw.one(["listed", "least_cost"])
      const chosen = (await choices.row(MidCollection)).id
      return [
        [
          {
            name: "by amount",
            conditions: { amountFrom: 2n },
            order,
            targets: [{ mid: chosen, weight: 1 }]
          }
        ]
      ]
    },
    createMid: ({ ground, draw }) => [
      {
        provider: ground.box.provider.name,
        name: `Account ${draw.number()}`,
        currencies: ["EUR", "USD", "JPY"],
        credentials: draw.one([sandboxAccounts.primary, sandboxAccounts.secondary])
      }
    ],
    updateMid: async (choices) => [
      (await choices.row(MidCollection)).id,
      choices.draw.chance(30) ? { enabled: false } : { enabled: true, name: "Another name" }
    ],
    simulate: ({ ground }) => [[], { since: ground.clock.now() - 30 * day }]
  }),
  ...onMerchant("ledger", {
    trialBalance: () => [],
    statement: async (choices) => {
      const { entries } = await choices.row(LedgerGroupCollection)
      return [choices.draw.one(entries).account]
    },
    revenue: ({ ground }) => [{ from: ground.clock.now() - 90 * day, to: ground.clock.now() }],
    reconcile: async (choices) => await settlementReport(choices)
  }),
  ...onMerchant("audit", {
    list: async (choices) => [
      choices.draw.chance() ? limit : { ...limit, subject: (await choices.row(MidCollection)).id }
    ]
  }),
  ...onMerchant("alerts", {
    list: async (choices) => [
      choices.draw.chance() ? limit : { ...limit, subject: (await choices.row(EventCollection)).id }
    ],
    retrieve: async (choices) => [(await choices.row(AlertCollection)).id],
    take: async (choices) => [(await choices.row(AlertCollection)).id],
    resolve: async (choices) => [(await choices.row(AlertCollection)).id, { note: "Seen" }],
    reopen: async (choices) => [(await choices.row(AlertCollection)).id]
  }),
  ...onMerchant("notifications", {
    list: () => [limit],
    retrieve: async (choices) => [(await choices.row(KeptNotificationCollection)).id],
    replay: async (choices) => [(await choices.row(KeptNotificationCollection)).id]
  }),
  ...onMerchant("events", {
    list: () => [limit],
    retrieve: async (choices) => [(await choices.row(EventCollection)).id]
  }),
  ...onMerchant("webhooks", {
    create: ({ draw }) => [
      {
        url: `https://hooks.example/${draw.number()}`,
        ...(draw.chance(30) ? { types: ["payment.succeeded", "refund.succeeded"] } : {})
      }
    ],
    list: () => [limit],
    retrieve: async (choices) => [(await choices.row(WebhookEndpointCollection)).id],
    update: async (choices) => [
      (await choices.row(WebhookEndpointCollection)).id,
      { status: choices.draw.chance() ? "disabled" : "enabled" }
    ],
    rotateSecret: async (choices) => [(await choices.row(WebhookEndpointCollection)).id],
    delete: async (choices) => [(await choices.row(WebhookEndpointCollection)).id],
    deliveries: async (choices) => [
      { endpoint: (await choices.row(WebhookEndpointCollection)).id }
    ],
    delivery: async (choices) => [(await choices.row(WebhookDeliveryCollection)).id],
    replay: async (choices) => {
      if (choices.draw.chance(40)) {
        return [{ delivery: (await choices.row(WebhookDeliveryCollection)).id }]
      }
      const endpoint = (await choices.row(WebhookEndpointCollection)).id
      const from = choices.ground.clock.now() - choices.draw.one([1, 10]) * day
      return [choices.draw.chance() ? { endpoint, status: "failed" } : { endpoint, from }]
    }
  }),
  ...onMerchant("reporting", {
    payments: () => [limit],
    search: () => ["Ada"],
    figures: ({ ground }) => [
      { from: ground.clock.now() - 10 * day, to: ground.clock.now(), by: "day" }
    ],
    attention: () => [],
    lag: () => []
  })
}
