import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sqlite } from "@payloom/adapter-sqlite"
import {
  durableStorageContract,
  sharedStorageContract,
  storageContract
} from "@payloom/testkit/storage-contract"
import { describe, it } from "vitest"
import { cellCounts } from "./testing/cellCounts.ts"
import { openPatiently, type Stores } from "./testing/openTestCells.ts"

/** Creates a folder with a file for the directory and for each cell. */
const filesOf = (count: number) => {
  const folder = mkdtempSync(join(tmpdir(), "payloom-cells-"))
  const file = (name: string) => sqlite(join(folder, `${name}.db`), { collections: [] })
  const stores: Stores<unknown> = {
    directory: file("directory"),
    cells: Array.from({ length: count }, (_, nth) => file(`cell-${nth}`))
  }
  return { stores, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

const open = (count: number) => async () => {
  const { stores, remove } = filesOf(count)
  const first = await openPatiently(stores)
  const closing = (close: () => Promise<void>) => async () => {
    await close()
    remove()
  }
  return {
    storage: first.storage,
    close: closing(first.close),
    openSecond: () => openPatiently(stores),
    reopen: async () => {
      await first.close()
      const again = await openPatiently(stores)
      return { storage: again.storage, close: closing(again.close) }
    }
  }
}

describe.each(cellCounts(2))("the storage contract over %i cells in SQLite files", (count) => {
  const harness = { open: open(count) }
  for (const rule of storageContract) it(rule.name, () => rule.run(harness))
  for (const rule of durableStorageContract) it(rule.name, () => rule.run(harness))
  for (const rule of sharedStorageContract) it(rule.name, () => rule.run(harness))
})
