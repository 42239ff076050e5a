import type { Shop } from "./openShop.ts"
import { elapseTo, noonOf } from "./subscribing.ts"

/** Removes every merchant account from routing, or puts them back. */
export const enableAll = async (shop: Shop, enabled: boolean): Promise<void> => {
  for (const mid of shop.mids) await shop.shop().routing.updateMid(mid, { enabled })
}

/**
 * Lets time pass until noon of a day, and then simulates an outage of all accounts of this length.
 */
export const outage = async (shop: Shop, date: string, lastsMs: number): Promise<void> => {
  const noon = noonOf(date)
  if (shop.clock.now() < noon) await elapseTo(shop, new Date(noon - 1).toISOString())
  await enableAll(shop, false)
  await shop.elapse(noon + lastsMs - shop.clock.now())
  await enableAll(shop, true)
}
