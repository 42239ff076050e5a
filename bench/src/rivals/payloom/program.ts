// Decoders are compiled, as an application may do it.
import "effect/schema/SchemaJITCompiler/enable"
import { setTimeout as pause } from "node:timers/promises"
import { storageAt } from "@payloom/cli"
import { type Change, Payloom, Storage } from "@payloom/core"
import { bankConnector } from "@payloom/own-connector/bankConnector"
import { Effect, Layer } from "effect"
import { instantVault } from "../../instantProvider.ts"
import { priceOf, refundAmount } from "../shared/bankClient.ts"
import { serve } from "../shared/serve.ts"
import { waiting } from "../shared/waiting.ts"
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

/** The wait between two looks at a payment whose outcome another process may have decided. */
const betweenLooksMs = 250

await serve(async ({ database, bank }) => {
  const jobs = waiting()
  const payments = waiting()
  const observed = Layer.effect(
    Storage,
    Effect.map(Storage, (inner) => ({
      ...inner,
      commit: (changes: ReadonlyArray<Change>) =>
        Effect.map(inner.commit(changes), () => {
          for (const change of changes) {
            if (change._tag === "Update" && change.collection.name === "payments") {
              payments.done(change.row.id)
            }
          }
        })
    }))
  ).pipe(Layer.provide(storageAt(database)))
  const payloom = await Payloom.make({
    storage: observed,
    providers: [bankConnector({ url: bank, accountOf: () => bankKeys })],
    vault: instantVault,
    secret: "a benchmark secret that is long enough",
    modules: [nothingModule(jobs.done)],
    options: { providerTimeoutMs: 2000 },
    onLog: () => undefined
  })
  const { tenant, card } = await openTenant(payloom)
  const shop = payloom.merchant(scopeOf(tenant))
  /** Waits until the payment has a state. Commits of this process are noticed at once. */
  const until = async (id: string, isReached: (payment: Seen) => boolean): Promise<Seen> => {
    while (true) {
      const changed = payments.until(id)
      const seen = await shop.payments.retrieve(id)
      if (isReached(seen)) return seen
      await Promise.race([changed, pause(betweenLooksMs)])
    }
  }
  const hold = (order: string, nth: number) =>
    shop.payments.create(
      {
        amount: BigInt(priceOf(order)),
        currency: "EUR",
        type: "one_off",
        paymentInstrument: card.id,
        customer: card.customer,
        captureMethod: "manual"
      },
      { idempotencyKey: `${order}:hold:${nth}` }
    )
  /**
   * Returns the id of an order's payment, once it is held. A payment fails if the bank never got
   * its charge. Then the order is paid again.
   */
  const held = async (order: string): Promise<string> => {
    for (let nth = 1; ; nth++) {
      const { id, status: first } = await hold(order, nth)
      if (first === "authorized") return id
      const { status } = await until(id, (seen) => seen.status !== "processing")
      if (status !== "failed") return id
    }
  }
  return {
    lifecycle: async (order) => {
      const id = await held(order)
      await shop.payments.capture(id, {}, { idempotencyKey: `${order}:capture` })
      await until(id, (seen) => seen.amountCaptured === BigInt(priceOf(order)))
      const amount = BigInt(refundAmount)
      await shop.payments.refund(id, { amount }, { idempotencyKey: `${order}:refund` })
      await until(id, (seen) => seen.amountRefunded === amount)
    },
    isDone: async (order) => {
      const { amountRefunded } = await shop.payments.retrieve(await held(order))
      return amountRefunded === BigInt(refundAmount)
    },
    job: async (nth) => {
      const subject = `job ${nth}`
      const ran = jobs.until(subject)
      await shop.rivals.add({ subject }, { idempotencyKey: subject })
      await ran
    }
  }
})

type Seen = Awaited<ReturnType<ReturnType<Payloom["merchant"]>["payments"]["retrieve"]>>
