import { isPostgres, storageAt } from "@payloom/cli"
import { Payloom, Storage, type StoragePort } from "@payloom/core"
import { sandbox } from "@payloom/testkit"
import { Effect } from "effect"
import type { BulkWriter } from "./BulkWriter.ts"
import { openBulkPostgres } from "./bulkPostgres.ts"
import { openBulkSqlite } from "./bulkSqlite.ts"
import {
  endConsumers,
  type FillOptions,
  fillStore,
  sortTemplates,
  writeShared
} from "./fillStore.ts"
import type { Templates } from "./templates.ts"

/** The options of a filled database. */
export interface FillDatabaseOptions {
  /** The path of a SQLite file, or a PostgreSQL address. */
  readonly database: string
  readonly templates: Templates
  readonly fill: FillOptions
  readonly onStep?: (share: number, step: string) => void
}

const dayMs = 86_400_000

/** Fills a new database. At the end it is as an engine leaves it, with reports and sums. */
export const fillDatabase = async ({
  database,
  templates,
  fill,
  onStep = () => undefined
}: FillDatabaseOptions): Promise<void> => {
  const { scope } = templates.merchant
  const sorted = await sortTemplates(templates)
  await templates.close()
  await withEngine(database, async ({ reporting }) => void (await reporting.catchUp()))
  await withStorage(database, (storage) => writeShared(storage, scope, sorted))
  const bulk: BulkWriter = isPostgres(database)
    ? await openBulkPostgres(database, scope)
    : openBulkSqlite(database, scope)
  await fillStore(bulk, sorted, fill)
  await bulk.finish((share) => onStep(share, "indexes"))
  onStep(1, "sums")
  await withStorage(database, endConsumers)
  await withEngine(database, async (payloom) => {
    const { ledger, reporting } = payloom.merchant(scope)
    const [from, to] = [fill.now - dayMs, fill.now]
    await ledger.trialBalance()
    await ledger.revenue({ from, to })
    await reporting.figures({ from, to, by: "day" })
    await reporting.figures({ from, to, by: "hour" })
    await reporting.payments({ currency: "EUR" })
  })
}

const withEngine = async (
  database: string,
  work: (payloom: Payloom) => Promise<void>
): Promise<void> => {
  const { setup } = sandbox()
  const payloom = await Payloom.make({ ...setup, storage: storageAt(database), workers: false })
  await work(payloom)
  await payloom.close()
}

const withStorage = (
  database: string,
  work: (storage: StoragePort) => Promise<void>
): Promise<void> =>
  Effect.runPromise(
    Effect.provide(
      Effect.flatMap(Storage, (storage) => Effect.promise(() => work(storage))),
      storageAt(database)
    )
  )
