import { EngineClosed, type Shutdown } from "../kernel/Shutdown.ts"
import { gateBy, gatedReads } from "../platform/storage/gatedReads.ts"
import { type Storage, type StorageReads, StorageUnavailable } from "../platform/storage/Storage.ts"

/**
 * Reads stored rows for audits and tools. Only operations write. After the engine was closed, every
 * read fails with `StorageUnavailable`, whose cause is `EngineClosed`.
 */
export const storageReads = (
  storage: Storage["Service"],
  closing: Shutdown["Service"]
): StorageReads => {
  const closed = new StorageUnavailable({ cause: new EngineClosed() })
  return gatedReads(
    storage,
    gateBy(() => (closing.isClosed ? closed : null))
  )
}
