import type { NotifyingShop } from "./notifyingShop.ts"
import { day } from "./openShop.ts"

const externalId = "stripe:sub_1"

/** A page with a subscription of Stripe's, and what it needs. */
const pageOf = (now: number) => ({
  customers: [
    {
      externalId: "stripe:cus_1",
      email: null,
      name: null,
      country: null,
      postalCode: null,
      defaultCard: "stripe:pm_1",
      metadata: {}
    }
  ],
  cards: [
    {
      externalId: "stripe:pm_1",
      customer: "stripe:cus_1",
      vaultReference: "pm_1",
      token: "pm_1:cus_1",
      brand: "visa",
      last4: "4242",
      expMonth: 12,
      expYear: 2049,
      funding: "credit",
      country: "US",
      fingerprint: "f"
    }
  ],
  subscriptions: [
    {
      externalId,
      customer: "stripe:cus_1",
      status: "active",
      reasons: [],
      terms: {
        card: "stripe:pm_1",
        plan: null,
        amount: 100n,
        currency: "EUR",
        interval: { unit: "month", count: 1 } as const,
        anchor: now + 10 * day,
        nextCharge: now + 10 * day,
        isTrialing: false,
        cancelAtPeriodEnd: false,
        since: now - 90 * day,
        metadata: {}
      }
    }
  ]
})

const account = {
  source: "stripe",
  account: "acct_1",
  provider: "sandbox",
  credentials: "main"
} as const

type Reached = "started" | "copied" | "frozen" | "taken_over"

/** Brings an import to a step, without an actor. Returns what the next call names. */
const importAt = async ({ shop }: NotifyingShop, reached: Reached) => {
  const { imports } = shop.shop()
  const { id, session } = await imports.start(account)
  const write = { import: id, session }
  const page = { ...write, ...pageOf(shop.clock.now()) }
  const freeze = { ...write, moves: [{ externalId, step: "freeze" } as const] }
  if (reached === "started") return { page, freeze }
  await imports.copy(page)
  if (reached !== "copied") await imports.move(freeze)
  if (reached === "taken_over") await imports.takeOver(page)
  return { page, freeze }
}

/** Every mutation of imports, with the preparation of a call that changes something. */
export const ofImports: Readonly<
  Record<string, (on: NotifyingShop) => Promise<ReadonlyArray<unknown>>>
> = {
  "imports.start": async () => [account],
  "imports.copy": async (on) => [(await importAt(on, "started")).page],
  "imports.move": async (on) => [(await importAt(on, "copied")).freeze],
  "imports.takeOver": async (on) => [(await importAt(on, "frozen")).page],
  "imports.giveBack": async (on) => {
    const { import: id, session } = (await importAt(on, "taken_over")).page
    return [{ import: id, session, externalIds: [externalId] }]
  }
}
