import type { Shop } from "./engine.ts"
import { type Comparison, compare, concurrently } from "./rounds.ts"

const listRare = (shop: Shop) =>
  concurrently(1, () => shop.merchant.payments.list({ status: ["authorized"], limit: 20 }))

/** Compares a large shop with a small one: the list of a rare status, and charges. */
export const compareStored = async (
  large: Shop,
  small: Shop
): Promise<{ readonly list: Comparison; readonly create: Comparison }> => {
  const plan = { rounds: 9, count: 300, warmUp: 300 }
  return {
    list: await compare(listRare(large), listRare(small), plan),
    create: await compare(concurrently(1, large.charge), concurrently(1, small.charge), plan)
  }
}
