import { storageAt } from "@payloom/cli"
import { Payloom } from "@payloom/core"
import { observedCommits } from "@payloom/example-kit/observedCommits"
import { bankConnector } from "@payloom/own-connector/bankConnector"
import { instantVault } from "../../instantProvider.ts"
import type { Places } from "../shared/serve.ts"
import { nothingModule } from "./nothingModule.ts"

const reference = "rivals"
const scopeOf = (tenant: string) => ({ tenant, mode: "test" }) as const

/** Returns the tenant, which has one merchant account and one card. Creates it in a new store. */
const openTenant = async (payloom: Payloom) => {
  const found = await payloom.tenants.find(reference)
  const shop =
    found ??
    (await payloom.tenants.create({
      displayName: "Rivals",
      defaultCurrency: "EUR",
      reference
    }))
  const merchant = payloom.merchant(scopeOf(shop.id))
  if (found === null) {
    const mid = { name: "one", provider: "bank", currencies: ["EUR"] } as const
    await merchant.routing.createMid({ ...mid, credentials: "one" })
  }
  const { id: customer } = await merchant.customers.create({}, { idempotencyKey: "payer" })
  const { data } = await merchant.paymentInstruments.list({ customer, limit: 1 })
  const card = data[0] ?? (await merchant.cards.save({ ciphertext: "card", customer }))
  return { tenant: shop.id, card: { id: card.id, customer } }
}

/** The bank of the trial knows no keys. */
const bankKeys = { apiKey: "none", webhookSecret: "none" }

/** The listeners of a program. They are called with the id of a payment, or the name of a job. */
interface Listeners {
  /** Called once a change of a payment is committed by this process. */
  readonly onPayment: (id: string) => void
  /** Called when a job runs. */
  readonly onJob: (subject: string) => void
}

/** Opens the engine on a database, and returns its merchant and a card. */
export const openPayloom = async ({ database, bank }: Places, { onPayment, onJob }: Listeners) => {
  const observed = observedCommits(storageAt(database), (changes) => {
    for (const change of changes) {
      if (change._tag === "Update" && change.collection.name === "payments") {
        onPayment(change.row.id)
      }
    }
  })
  const payloom = await Payloom.make({
    storage: observed,
    providers: [bankConnector({ url: bank, accountOf: () => bankKeys })],
    vault: instantVault,
    secret: "a benchmark secret that is long enough",
    modules: [nothingModule(onJob)],
    options: { providerTimeoutMs: 2000 },
    onLog: () => undefined
  })
  const { tenant, card } = await openTenant(payloom)
  return { shop: payloom.merchant(scopeOf(tenant)), card }
}
