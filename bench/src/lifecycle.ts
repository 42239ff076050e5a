import { join } from "node:path"
import { openRaw, rawBatch } from "./charges.ts"
import { openShop } from "./engine.ts"
import { type Comparison, compare, concurrently } from "./rounds.ts"

/**
 * Compares an authorization, its full capture and a partial refund with the raw driver writing the
 * same rows, with 1 caller and with 16. Each step is awaited until it is settled, and takes two
 * commits.
 */
export const measureLifecycles = async (
  folder: string
): Promise<{ readonly alone: Comparison; readonly with16: Comparison }> => {
  const shop = await openShop(join(folder, "lifecycle.db"), true)
  const raw = await openRaw(
    join(folder, "raw-lifecycle.db"),
    (other) => other.lifecycle(),
    async () => undefined,
    true
  )
  const warmUp = 6400
  raw.fill(warmUp)
  const with16 = await compare(concurrently(16, shop.lifecycle), rawBatch(raw), {
    rounds: 7,
    count: 320,
    warmUp
  })
  const alone = await compare(concurrently(1, shop.lifecycle), rawBatch(raw), {
    rounds: 9,
    count: 160,
    warmUp: 160
  })
  raw.close()
  await shop.payloom.close()
  return { alone, with16 }
}
