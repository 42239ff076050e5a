import { join } from "node:path"
import type { Merchant, Payloom } from "@payloom/core"
import { startFakeStripe } from "@payloom/provider-stripe/testing"
import { sandbox } from "@payloom/testkit"
import { Effect } from "effect"
import type { SharedSetup } from "./bankSetups.ts"

/** The sums of a bank's books or of ours, in minor units of EUR. */
export interface Books {
  readonly captured: bigint
  readonly refunded: bigint
  /** The number of charges that took or hold money. */
  readonly charges: number
}

/** A bank that outlives the engine, with books of its own. */
export interface TrialBank {
  readonly shared: SharedSetup["bank"]
  readonly openShop: (payloom: Payloom) => Promise<Merchant>
  /** The ciphertext of a card that is approved. */
  readonly card: () => Promise<string>
  readonly books: () => Promise<Books>
  /** Returns sentences about errors in the engine's books. */
  readonly audit: (payloom: Payloom) => Promise<ReadonlyArray<string>>
  readonly close: () => Promise<void>
}

/** Opens the sandbox's bank on a journal. */
export const sandboxBank = (folder: string): TrialBank => {
  const journal = join(folder, "bank.jsonl")
  const box = sandbox({ journal })
  const isTaken = (state: string) => ["captured", "refunded", "authorized"].includes(state)
  return {
    shared: { name: "sandbox", journal },
    openShop: (payloom) => box.openShop(payloom),
    card: () => box.encryptCard("approved"),
    books: async () => {
      const charges = await Effect.runPromise(box.bank.charges())
      const own = charges.filter(({ state }) => isTaken(state))
      return {
        captured: own.reduce((sum, { captured }) => sum + captured, 0n),
        refunded: own.reduce((sum, { refunded }) => sum + refunded, 0n),
        charges: own.length
      }
    },
    audit: async (payloom) => {
      const doubled = await Effect.runPromise(box.bank.doubled())
      const twice = doubled.map(({ kind, reference }) => `A ${kind} was made twice: ${reference}.`)
      return [...twice, ...(await box.audit(payloom))]
    },
    close: async () => undefined
  }
}

/** Starts a fake of Stripe whose clock is the trial's. */
export const stripeBank = async (now: () => number): Promise<TrialBank> => {
  const fake = await startFakeStripe({ now })
  const { host, port } = fake.address
  const { apiKey } = fake.account("main")
  return {
    shared: { name: "stripe", host, port, apiKey },
    openShop: async (payloom) => {
      const reference = "shop"
      const found = await payloom.tenants.find(reference)
      const tenant =
        found ??
        (await payloom.tenants.create({ displayName: "Shop", defaultCurrency: "EUR", reference }))
      const shop = payloom.merchant({ tenant: tenant.id, mode: "test" })
      if (found === null) {
        const account = { provider: "stripe", currencies: ["EUR"], credentials: "main" } as const
        await shop.routing.createMid({ name: "Stripe", ...account })
      }
      return shop
    },
    card: async () => "pm_card_visa",
    books: async () => {
      const payments = fake.allPayments()
      const taken = payments.filter(({ payment: { status } }) =>
        ["succeeded", "requires_capture"].includes(status)
      )
      const refunds = taken.flatMap((each) => each.refunds)
      return {
        captured: BigInt(taken.reduce((sum, { payment }) => sum + payment.amount_received, 0)),
        refunded: BigInt(refunds.reduce((sum, { amount }) => sum + amount, 0)),
        charges: taken.length
      }
    },
    audit: async () => {
      const references = fake.allPayments().map(({ payment }) => payment.metadata.payloom_reference)
      return references.length === new Set(references).size ? [] : ["A charge was made twice."]
    },
    close: () => fake.close()
  }
}
