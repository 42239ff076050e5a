// Decoders are compiled, as an application may do it.
import "effect/schema/SchemaJITCompiler/enable"
import { storageAt } from "@payloom/cli"
import { type Change, type Merchant, Payloom, type PayloomSetup, Storage } from "@payloom/core"
import { Effect, Layer } from "effect"
import { instantProvider, instantVault } from "./instantProvider.ts"

/** An engine on a store, with a merchant, an API key and a saved card. */
export interface Shop {
  readonly payloom: Payloom
  readonly merchant: Merchant
  readonly secretKey: string
  readonly instrument: string
  /** Makes one charge, with a new idempotency key. */
  readonly charge: () => Promise<{ readonly id: string }>
  /** Opens a checkout session and returns its token. */
  readonly openSession: () => Promise<string>
  /** The same two calls by an actor. Their first commit has an entry of the audit log. */
  readonly audited: Pick<Shop, "charge" | "openSession">
  /** Pays with a card in the session of this token. */
  readonly confirm: (sessionToken: string) => Promise<unknown>
  /** Authorizes, captures the full amount and refunds a part. Waits until each step is settled. */
  readonly lifecycle: () => Promise<unknown>
  /** Records the changes of every commit until the returned function is called. */
  readonly record: () => () => ReadonlyArray<ReadonlyArray<Change>>
}

/** The next idempotency key. Each run starts higher, so a reopened file gets only new keys. */
let keyCounter = Date.now() * 1000

const usualReference = "bench"
const ciphertext = "a card, as far as the vault of this benchmark is concerned"

/**
 * Returns the tenant of this reference, which has one merchant account. Creates it in a new store.
 */
const tenantOf = async (payloom: Payloom, reference: string): Promise<string> => {
  const found = await payloom.tenants.find(reference)
  if (found !== null) return found.id
  const { id } = await payloom.tenants.create({
    displayName: "Bench",
    defaultCurrency: "EUR",
    reference
  })
  await payloom.merchant({ tenant: id, mode: "test" }).routing.createMid({
    name: "one",
    provider: instantProvider.name,
    currencies: ["EUR"],
    credentials: "one"
  })
  return id
}

/** The actor of a request over HTTP: its API key. */
const acting = {
  actor: { type: "api_key", id: `key_${"0".repeat(26)}` },
  request: `req_${"0".repeat(26)}`
} as const

const newKey = () => ({ idempotencyKey: `bench-${keyCounter++}` })

/** Returns the calls that a merchant makes with a saved card, or for a session. */
const callsOf = (
  { payments, checkout }: Merchant,
  card: { readonly id: string; readonly customer: string }
): Shop["audited"] => ({
  charge: () =>
    payments.create(
      {
        amount: 1250n,
        currency: "EUR",
        type: "one_off",
        paymentInstrument: card.id,
        customer: card.customer
      },
      newKey()
    ),
  openSession: async () => {
    const session = { amount: 1250n, currency: "EUR" }
    const { sessionToken = "" } = await checkout.create(session, newKey())
    return sessionToken
  }
})

/** A tenant of an engine, with a merchant account and a saved card. */
export type Till = Pick<Shop, "merchant" | "charge">

/** Opens a further tenant of an engine. */
export const openTill = async (payloom: Payloom, reference: string): Promise<Till> => {
  const scope = { tenant: await tenantOf(payloom, reference), mode: "test" } as const
  const merchant = payloom.merchant(scope)
  const { charge } = callsOf(merchant, await merchant.cards.save({ ciphertext }))
  return { merchant, charge }
}

/** Authorizes, captures and refunds. Each step begins once the step before it is settled. */
const lifecycle = async (
  { payments }: Merchant,
  paymentInstrument: string,
  settled: (id: string) => Promise<void>
): Promise<void> => {
  const charge = { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument } as const
  const { id } = await payments.create({ ...charge, captureMethod: "manual" }, newKey())
  await settled((await payments.capture(id, {}, newKey())).id)
  await settled((await payments.refund(id, { amount: 500n }, newKey())).id)
}

/** Resolves once a capture, void or refund is settled. The commit that settles it shows that. */
const settlements = () => {
  const waiting = new Map<string, () => void>()
  const settledEarly = new Set<string>()
  return {
    observe: (changes: ReadonlyArray<Change>) => {
      for (const change of changes) {
        if (change._tag !== "Update" || change.collection.name !== "modifications") continue
        const { id } = change.row
        const resolve = waiting.get(id)
        if (resolve === undefined) settledEarly.add(id)
        else resolve()
        waiting.delete(id)
      }
    },
    of: (id: string) =>
      new Promise<void>((resolve) => {
        if (settledEarly.delete(id)) resolve()
        else waiting.set(id, resolve)
      })
  }
}

/** Options of a shop. */
export interface ShopOptions
  extends Pick<PayloomSetup<unknown>, "clock" | "options" | "telemetry" | "webhooks"> {
  /** Further options of the storage, if it is PostgreSQL. */
  readonly postgres?: Parameters<typeof storageAt>[1]
  /** Another storage than that of the address. */
  readonly storage?: PayloomSetup<unknown>["storage"]
  /** Called with the changes of every commit. */
  readonly onCommit?: (changes: ReadonlyArray<Change>) => void
}

/**
 * Opens a shop on a SQLite file or a PostgreSQL database, new or filled. A shop with workers
 * carries out its own requests by jobs.
 */
export const openShop = async (
  address: string,
  workers = false,
  { onCommit, postgres, storage = storageAt(address, postgres), ...more }: ShopOptions = {}
): Promise<Shop> => {
  let recorded: Array<ReadonlyArray<Change>> | null = null
  const settled = settlements()
  const observed = Layer.effect(
    Storage,
    Effect.map(Storage, (inner) => ({
      ...inner,
      commit: (changes: ReadonlyArray<Change>) => {
        recorded?.push(changes)
        const committing = inner.commit(changes)
        if (onCommit === undefined && !workers) return committing
        return Effect.map(committing, () => {
          if (workers) settled.observe(changes)
          onCommit?.(changes)
        })
      }
    }))
  ).pipe(Layer.provide(storage))
  const payloom = await Payloom.make({
    storage: observed,
    providers: [instantProvider],
    vault: instantVault,
    secret: "a benchmark secret that is long enough",
    workers,
    ...more
  })
  const scope = { tenant: await tenantOf(payloom, usualReference), mode: "test" } as const
  const merchant = payloom.merchant(scope)
  const card = await merchant.cards.save({ ciphertext })
  const { secret: secretKey } = await payloom.tenants.createApiKey(scope, "secret")
  const { secret: publishableKey } = await payloom.tenants.createApiKey(scope, "publishable")
  return {
    payloom,
    merchant,
    secretKey,
    instrument: card.id,
    ...callsOf(merchant, card),
    audited: callsOf(payloom.as(acting).merchant(scope), card),
    confirm: (sessionToken) =>
      payloom
        .payer({ publishableKey, sessionToken })
        .confirm({ method: "card", card: { ciphertext } }),
    lifecycle: () => lifecycle(merchant, card.id, settled.of),
    record: () => {
      recorded = []
      return () => {
        const commits = recorded ?? []
        recorded = null
        return commits
      }
    }
  }
}
