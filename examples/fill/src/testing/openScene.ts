import { randomUUID } from "node:crypto"
import { serveNode } from "@payloom/adapter-http/node"
import { storageAt } from "@payloom/cli"
import { createConsole } from "@payloom/console"
import { type Merchant, Payloom } from "@payloom/core"
import { type CardToEncrypt, lookupThat, sandbox } from "@payloom/testkit"
import { Clock, Effect } from "effect"
import { Hono } from "hono"
import { merchantOf } from "../merchantOf.ts"

/** An engine at work on a filled store, with its console in a server. */
export interface Scene {
  /** The address of the merchant's first page. */
  readonly url: string
  readonly merchant: Merchant
  /** The status with which the receiver of all webhooks answers. */
  readonly receiver: { status: number }
  /** Makes a payment of 12.50 EUR with a test card. Returns its id. */
  readonly pay: (card: CardToEncrypt, fields?: object) => Promise<string>
  /** Creates a customer with a saved card. */
  readonly payer: (name: string, email: string) => Promise<Payer>
  /** Disputes a payment. */
  readonly dispute: (payment: string, evidenceDueBy: number) => Promise<void>
  readonly close: () => Promise<void>
}

/** A customer with a saved card, as the fields of a payment. */
interface Payer {
  readonly customer: string
  readonly paymentInstrument: string
}

/** Returns options with an idempotency key of their own. */
export const newKey = () => ({ idempotencyKey: randomUUID() })

/** Opens a store that was filled. Its jobs and its reports run. */
export const openScene = async (database: string): Promise<Scene> => {
  const box = sandbox()
  const receiver = { status: 500 }
  const payloom = await Payloom.make({
    ...box.setup,
    storage: storageAt(database),
    webhooks: {
      refusal: () => Effect.succeed(null),
      send: () =>
        Effect.sync(() => ({ _tag: "Answered", status: receiver.status, excerpt: "the answer" }))
    },
    // The sandbox doesn't know the cards of copies.
    onLog: () => undefined,
    options: { providerTimeoutMs: 1000 }
  })
  // Otherwise the engine would find out by itself, perhaps before the operator looks.
  box.script.lookup(lookupThat.isUnavailable(), { times: Number.POSITIVE_INFINITY })
  await payloom.reporting.run()
  const merchant = await merchantOf(payloom)
  const { tenant, mode } = merchant.scope
  const console = createConsole(payloom, {
    basePath: "/console",
    authenticate: () => ({ id: "user_1", name: "Grace", role: "admin" })
  })
  const pages = new Hono().all("/console/*", ({ req, env }) => console(req.raw, env))
  const serving = await serveNode(payloom, { port: 0, pages, graceMs: 100 })
  const payer: Scene["payer"] = async (name, email) => {
    const { id: customer } = await merchant.customers.create({ name, email }, newKey())
    const ciphertext = await box.encryptCard("approved")
    const saved = await merchant.cards.save({ ciphertext, customer })
    return { customer, paymentInstrument: saved.id }
  }
  return {
    url: `${serving.url}/console/${tenant}/${mode}`,
    merchant,
    receiver,
    payer,
    pay: async (card, fields = {}) => {
      const payment = await merchant.payments.create(
        {
          amount: 1250n,
          currency: "EUR",
          type: "one_off",
          paymentInstrument: await box.saveCard(merchant, card),
          ...fields
        },
        newKey()
      )
      return payment.id
    },
    dispute: async (id, evidenceDueBy) => {
      const payment = await merchant.payments.retrieve(id)
      const disputing = box.dispute(payment, { stage: "evidence_required", evidenceDueBy })
      await Effect.runPromise(Effect.provideService(disputing, Clock.Clock, payloom.services.clock))
      await box.notify(payloom)
    },
    close: async () => {
      console.close()
      await serving.close()
      await payloom.close()
    }
  }
}
