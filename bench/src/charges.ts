import { join } from "node:path"
import { openShop } from "./engine.ts"
import { type RawCharge, RawCharges } from "./rawCharges.ts"
import { type Batch, type Comparison, compare, concurrently } from "./rounds.ts"

/** The raw reference for a shop: its own file, filled by the raw driver with the same rows. */
export const openRaw = async (file: string): Promise<RawCharges> => {
  const shop = await openShop(file)
  const recorded = shop.record()
  await shop.charge()
  const commits = recorded()
  await shop.payloom.close()
  return new RawCharges(file, commits)
}

/** Charges by the raw driver, made ready before the clock starts. */
const rawBatch = (raw: RawCharges, count: number): Batch => {
  let ready: Array<RawCharge> = []
  const refill = () => {
    ready = Array.from({ length: count }, () => raw.prepare())
  }
  refill()
  return async () => {
    for (const charge of ready) raw.charge(charge)
    queueMicrotask(refill)
  }
}

/** What a charge costs beside the raw driver writing the same rows, with one caller and with 32. */
export const measureCharges = async (
  folder: string
): Promise<{ readonly alone: Comparison; readonly with32: Comparison }> => {
  const shop = await openShop(join(folder, "charges.db"))
  const raw = await openRaw(join(folder, "raw.db"))
  const with32 = await compare(concurrently(32, shop.charge), rawBatch(raw, 800), {
    rounds: 7,
    count: 800,
    warmUp: 20_000
  })
  const alone = await compare(concurrently(1, shop.charge), rawBatch(raw, 400), {
    rounds: 9,
    count: 400,
    warmUp: 400
  })
  await shop.payloom.close()
  raw.close()
  return { alone, with32 }
}
