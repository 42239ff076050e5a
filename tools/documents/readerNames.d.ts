import type { Server } from "node:http"
import type { DatabaseSync } from "node:sqlite"
import type { payloom as payloomPlugin } from "@payloom/better-auth"
import type { payloomClient } from "@payloom/better-auth/client"
import type { PayloomCheckout } from "@payloom/checkout"
import type { Console } from "@payloom/console"
import type {
  ConsumedEvent,
  CreatePayment,
  HostTransaction,
  Merchant,
  Payloom,
  PayloomSetup
} from "@payloom/core"
import type { FaultPlan, ManualClock, Sandbox } from "@payloom/testkit"
import type { Auth } from "better-auth"
import type { createAuthClient } from "better-auth/client"
import type { PgTable } from "drizzle-orm/pg-core"
import type { Application } from "express"
import type { Arbitrary } from "fast-check"
import type { Hono } from "hono"
import type { Pool } from "pg"
import type { ExpectStatic } from "vitest"

// Names that readers have before a block of a document begins, such as an engine and a merchant.
// `npm run check` adds these names to blocks. A block imports the names of packages itself.

/** The used part of Stripe.js, which only Stripe's own address serves. */
interface StripeJs {
  readonly elements: (options: object) => {
    readonly create: (type: string) => {
      readonly mount: (container: HTMLElement) => void
      readonly destroy: () => void
    }
  }
  readonly createPaymentMethod: (of: object) => Promise<{
    readonly paymentMethod?: { readonly id: string }
  }>
}

/** A shop of the reader, whose properties are tested. */
interface World {
  readonly goWrong: (plan: FaultPlan) => () => void
  readonly restart: () => Promise<void>
  readonly pass: (ms: number) => Promise<void>
  readonly audit: () => Promise<ReadonlyArray<string>>
}

type Setup = PayloomSetup<unknown>

declare global {
  const payloom: Payloom
  const shop: Merchant
  const storage: Setup["storage"]
  const providers: Setup["providers"]
  const vault: Setup["vault"]
  const secret: string
  const tenant: string

  /** Servers and databases of the reader. */
  const app: Hono
  const hono: Hono
  const express: Application
  const server: Server
  const pool: Pool
  const transaction: HostTransaction

  /** The operator's console of the reader, and who is signed in. */
  const operators: Console
  const sessionOf: (
    request: Request
  ) => Promise<{ readonly id: string; readonly name: string; readonly isSupport: boolean } | null>

  /** An order of the reader, and its data. */
  const id: string
  const print: string
  const amount: bigint
  const currency: string
  const input: CreatePayment
  const payment: { readonly id: string }
  const order: { readonly session: string; readonly amount: bigint; readonly currency: string }
  const customer: string
  const paymentInstrument: string
  const checkoutSession: string
  const idempotencyKey: string
  const ship: (payment: string, metadata?: unknown) => Promise<void>
  const show: (message: string) => void
  const orderOf: (event: ConsumedEvent) => string

  const table: PgTable<never>

  /** An application with better-auth, and its request. */
  const engine: Payloom
  const database: DatabaseSync
  const auth: Auth<{
    plugins: [ReturnType<typeof payloomPlugin<{ pro: string; team: string }>>]
  }>
  const client: ReturnType<
    typeof createAuthClient<{ plugins: [ReturnType<typeof payloomClient<"pro" | "team">>] }>
  >
  const request: Request
  const organization: { readonly id: string }
  const showTeam: () => void
  const linkFor: (customer: string, returnUrl: string | undefined) => Promise<string>
  const sendWelcome: (user: string) => Promise<void>
  const askToPay: (user: string, subscription: string) => Promise<void>
  const sayGoodbye: (user: string, grantsAccess: boolean) => Promise<void>

  /** Orders in the engine's database. */
  const orders: {
    readonly insert: (client: unknown, id: string) => Promise<void>
    readonly markPaid: (client: unknown, event: ConsumedEvent) => Promise<void>
    readonly place: (transaction: HostTransaction, order: object) => Promise<void>
    readonly number: (transaction: HostTransaction, order: string) => Promise<void>
    readonly get: (id: string) => { readonly status: string } | undefined
  }

  /** Names on a page of the reader. */
  const checkout: PayloomCheckout
  const publishableKey: string
  const sessionToken: string
  const stripe: StripeJs
  const Stripe: (publishableKey: string) => never
  const showAppleSheet: (amount: string, currency: string) => Promise<never>
  const showAdyenAction: (...shown: ReadonlyArray<unknown>) => Promise<never>

  /** Names in tests of the reader. */
  const box: Sandbox
  const clock: ManualClock
  const expect: ExpectStatic
  const happenings: Arbitrary<ReadonlyArray<string>>
  const openWorld: () => Promise<World>
  const take: (world: World, what: string) => Promise<void>
  const card: string
  const day: number
  const flow: {
    readonly place: (id: string, amounts: ReadonlyArray<bigint>, card: string) => Promise<unknown>
  }
}
