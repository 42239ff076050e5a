import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { compareStored } from "./compareStored.ts"
import { openShop, type Shop } from "./engine.ts"
import { type LedgerFigures, measureLedger } from "./ledger.ts"
import { RecordedCommits } from "./RecordedCommits.ts"
import { RawCharges } from "./rawCharges.ts"
import type { Comparison } from "./rounds.ts"

const rarePayments = 30

/** Opens a shop on a file that contains this many charges, a few of them in a rare status. */
const filledShop = async (file: string, payments: number): Promise<Shop> => {
  const shop = await openShop(file)
  const recorded = shop.record()
  await shop.charge()
  const raw = new RawCharges(file, new RecordedCommits(recorded(), "old"))
  raw.fill(payments)
  makeRare(raw, payments)
  raw.close()
  return shop
}

/** Gives a few of the charges in a file a rare status. */
export const makeRare = (raw: RawCharges, payments: number): void =>
  raw.execute(
    `UPDATE payments SET by_status = 'authorized', doc = json_set(doc, '$.status', 'authorized')
     WHERE rowid % ? = 1`,
    Math.floor(payments / rarePayments)
  )

/** Measures how the cost grows from 10,000 to 200,000 payments. */
export const measureStored = async (
  folder: string
): Promise<{
  readonly list: Comparison
  readonly create: Comparison
  readonly ledger: LedgerFigures
  readonly rssMiB: number
}> => {
  const large = join(folder, "200k.db")
  const at10k = await filledShop(join(folder, "10k.db"), 10_000)
  const at200k = await filledShop(large, 200_000)
  const { list, create } = await compareStored(at200k, at10k)
  const ledger = await measureLedger(
    { shop: at200k, payments: 200_000 },
    { shop: at10k, payments: 10_000 }
  )
  await at10k.payloom.close()
  await at200k.payloom.close()
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--conditions=source",
    join(import.meta.dirname, "rss.ts"),
    large
  ])
  return { list, create, ledger, rssMiB: Number(stdout) }
}
