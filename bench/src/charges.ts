import { join } from "node:path"
import { openShop, type Shop } from "./engine.ts"
import { RecordedCommits } from "./RecordedCommits.ts"
import { type RawCharge, RawCharges } from "./rawCharges.ts"
import { type Batch, type Comparison, compare, concurrently, withEach } from "./rounds.ts"

/**
 * Opens the raw reference for an operation of a shop, on a file of its own. It writes the rows that
 * the engine wrote. The rows of `before` are also written for each measured operation, as they are
 * for the engine.
 */
export const openRaw = async (
  file: string,
  once: (shop: Shop) => Promise<unknown> = (shop) => shop.charge(),
  before: (shop: Shop) => Promise<unknown> = async () => undefined,
  workers = false
): Promise<RawCharges> => {
  const shop = await openShop(file, workers)
  const made = shop.record()
  await before(shop)
  const earlier = made()
  const recorded = shop.record()
  await once(shop)
  const commits = recorded()
  await shop.payloom.close()
  return new RawCharges(file, new RecordedCommits([...earlier, ...commits]), earlier.length)
}

/** Returns a batch of the raw driver. Only its statements are timed. */
export const rawBatch = (raw: RawCharges): Batch =>
  withEach<RawCharge>((count) => raw.ready(count), raw.charge)

/** Compares a charge with the raw driver writing the same rows, for 1 caller and for 32. */
export const measureCharges = async (
  folder: string
): Promise<{
  readonly alone: Comparison
  readonly with32: Comparison
  readonly confirm: Comparison
}> => {
  const shop = await openShop(join(folder, "charges.db"))
  const raw = await openRaw(join(folder, "raw.db"))
  const warmUp = 20_000
  // Both databases have trees of the same depth.
  raw.fill(warmUp)
  const with32 = await compare(concurrently(32, shop.charge), rawBatch(raw), {
    rounds: 7,
    count: 800,
    warmUp
  })
  const alone = await compare(concurrently(1, shop.charge), rawBatch(raw), {
    rounds: 9,
    count: 400,
    warmUp: 400
  })
  raw.close()
  const confirm = await measureConfirms(shop, folder)
  await shop.payloom.close()
  return { alone, with32, confirm }
}

/** Compares a payer's confirm with the raw driver writing the same rows, one at a time. */
const measureConfirms = async (shop: Shop, folder: string): Promise<Comparison> => {
  let token = ""
  const raw = await openRaw(
    join(folder, "raw-confirms.db"),
    (other) => other.confirm(token),
    async (other) => {
      token = await other.openSession()
    }
  )
  const warmUp = 4000
  raw.fill(warmUp)
  const openSessions = (count: number) =>
    Promise.all(Array.from({ length: count }, () => shop.openSession()))
  const compared = await compare(withEach(openSessions, shop.confirm), rawBatch(raw), {
    rounds: 9,
    count: 400,
    warmUp
  })
  raw.close()
  return compared
}
