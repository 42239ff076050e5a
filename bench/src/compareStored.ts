import type { Shop } from "./engine.ts"
import { type Comparison, compare, concurrently } from "./rounds.ts"

/** Lists the newest payments in a rare status. */
export const listRare = ({ merchant }: Pick<Shop, "merchant">) =>
  merchant.payments.list({ status: ["authorized"], limit: 20 })

/** Compares a large shop with a small one: the list of a rare status, and charges. */
export const compareStored = async (
  large: Shop,
  small: Shop
): Promise<{ readonly list: Comparison; readonly create: Comparison }> => {
  const plan = { rounds: 9, count: 300, warmUp: 300 }
  return {
    list: await compare(
      concurrently(1, () => listRare(large)),
      concurrently(1, () => listRare(small)),
      plan
    ),
    create: await compare(concurrently(1, large.charge), concurrently(1, small.charge), plan)
  }
}
