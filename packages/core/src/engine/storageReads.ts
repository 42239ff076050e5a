import { EngineClosed, type Shutdown } from "../kernel/Shutdown.ts"
import { gateBy, gatedReads } from "../platform/storage/gatedReads.ts"
import { type Storage, type StorageReads, StorageUnavailable } from "../platform/storage/Storage.ts"
import type { StorageCells } from "../platform/storage/StorageCells.ts"

/**
 * Reads stored rows for audits and tools. Only operations write. After the engine was closed, every
 * read fails with `StorageUnavailable`, whose cause is `EngineClosed`.
 */
export const storageReads = (
  storage: Storage["Service"],
  closing: Shutdown["Service"]
): StorageReads => gatedReads(storage, openGate(closing))

/** Returns the answers about the cells of a storage, until the engine is closed. */
export const storageCells = (
  { down, overview, cellOf }: StorageCells,
  closing: Shutdown["Service"]
): StorageCells => {
  const gate = openGate(closing)
  return {
    down,
    overview: (now) => gate(() => overview(now)),
    cellOf: (tenant) => gate(() => cellOf(tenant))
  }
}

const openGate = (closing: Shutdown["Service"]) => {
  const closed = new StorageUnavailable({ cause: new EngineClosed() })
  return gateBy(() => (closing.isClosed ? closed : null))
}
