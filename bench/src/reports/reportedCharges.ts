import { join } from "node:path"
import { openShop } from "../engine.ts"
import { type Comparison, compare, concurrently } from "../rounds.ts"

/**
 * Compares charges that are reported with charges that are not. The reports are made in the same
 * process after each round, in pages as large as a busy server has, and their time counts.
 */
export const measureReportedCharges = async (folder: string): Promise<Comparison> => {
  const reported = await openShop(join(folder, "reported.db"), true)
  const plain = await openShop(join(folder, "unreported.db"), true)
  const charges = concurrently(32, reported.charge)
  const compared = await compare(
    {
      run: async (count) => {
        await charges.run(count)
        await reported.payloom.reporting.catchUp()
      }
    },
    concurrently(32, plain.charge),
    { rounds: 9, count: 3200, warmUp: 6400 }
  )
  await reported.payloom.close()
  await plain.payloom.close()
  return compared
}
