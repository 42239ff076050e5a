import type { ExpectedHover } from "./expectedHovers.ts"

/** A program with the module of `examples/own-module`. */
export const modulePreamble = `import {
  type ConsumedModuleEvent, Payloom, type PayloomSetup
} from "@payloom/core"
import { storeCredit } from "./storeCredit/storeCredit.js"
import { CreditExhausted } from "./storeCredit/events.js"
import type { WalletJson } from "./storeCredit/rows.js"
declare const setup: PayloomSetup<never>, exhausted: CreditExhausted
const payloom = await Payloom.make({ ...setup, modules: [storeCredit] })
const shop = payloom.merchant({ tenant: "tenant_1", mode: "test" })
const reserved = { customer: "customer_1", amount: 300n, currency: "EUR" }
const types = ["store_credit.earned"] as const
await payloom.events.consume("a", ({ data }) => data.object.available, { types })
declare const earned: ConsumedModuleEvent<"store_credit.earned", WalletJson>
`

const shown = (code: string, reads: string, says: string): ExpectedHover => ({ code, reads, says })

/** Symbols of a module: its service, operations, events and errors, and those of core beside it. */
export const moduleHovers: ReadonlyArray<ExpectedHover> = [
  shown(
    'shop.storeCredit.‸reserve(reserved, { idempotencyKey: "1" })',
    "options: MutationOptions) => Promise<Reservation>",
    "Reserves credit for a checkout."
  ),
  shown(
    'shop.storeCredit.‸wallet({ customer: "customer_1", currency: "EUR" })',
    "=> Promise<Wallet>",
    "Returns the credit of a customer in a currency."
  ),
  shown("exhausted.‸available", "available: bigint", "in minor units"),
  shown("‸CreditExhausted", "class CreditExhausted", "less credit than a reservation takes"),
  shown(
    'shop.payments.‸capture("payment_1", {}, { idempotencyKey: "1" })',
    "capture: (payment: string, input: CapturePayment, options: MutationOptions) =>",
    "Captures the held amount"
  ),
  shown(
    `const [{ ‸data }] = [earned]`,
    "data: EventData<WalletJson>",
    "The resource that the event is about"
  ),
  shown('shop.events.‸list({ type: "store_credit.earned" })', "Promise<List<", "newest first")
]
