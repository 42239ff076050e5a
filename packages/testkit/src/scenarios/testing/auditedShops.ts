import type { Payment } from "@payloom/core"
import { afterEach, expect } from "vitest"
import type { ShopOptions } from "./ground.ts"
import { openShop, type Shop } from "./openShop.ts"

/**
 * Opens shops for the tests of a file, with these options by default. Each shop is audited after
 * its test.
 */
export const auditedShops = (
  defaults: ShopOptions = {}
): ((options?: ShopOptions) => Promise<Shop>) => {
  const opened: Array<Shop> = []
  afterEach(async () => {
    for (const shop of opened.splice(0)) expect(await shop.audit()).toEqual([])
  })
  return async (options) => {
    const shop = await openShop({ ...defaults, ...options })
    opened.push(shop)
    return shop
  }
}

/** Returns the present status of a payment. */
export const statusOf = async (
  { shop }: Shop,
  { id }: { readonly id: string }
): Promise<Payment["status"]> => (await shop().payments.retrieve(id)).status

/** Returns the types of the events of one payment, or of all. */
export const typesOf = async (shop: Shop, payment?: string): Promise<ReadonlyArray<string>> =>
  (await shop.events(payment)).map(({ type }) => type)

/** Returns the status and the amount of each refund of a payment, the newest first. */
export const refundsOf = async (
  { shop }: Shop,
  { id }: { readonly id: string }
): Promise<ReadonlyArray<readonly [status: string, amount: bigint]>> =>
  (await shop().payments.listRefunds(id)).data.map(
    ({ status, amount }) => [status, amount] as const
  )

/** Makes approved payments, one after another. */
export const payTimes = async (shop: Shop, times: number): Promise<void> => {
  for (let made = 0; made < times; made += 1) await shop.pay("approved")
}

/** Returns the types of the alerts. */
export const alertsOf = ({ alerts }: Shop): ReadonlyArray<string> =>
  alerts.map(({ event }) => event.type)
