import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openStorage } from "@payloom/testkit"
import {
  durableStorageContract,
  sharedStorageContract,
  storageContract
} from "@payloom/testkit/storage-contract"
import { describe, it } from "vitest"
import { ownStorage } from "./ownStorage.ts"

/** Opens a storage in a folder of its own, which is removed in the end. */
const open = async () => {
  const folder = await mkdtemp(join(tmpdir(), "own-storage-"))
  const openFile = () => openStorage(ownStorage(join(folder, "payloom.db")))
  const opened = await openFile()
  return {
    storage: opened.storage,
    openSecond: openFile,
    reopen: async () => {
      await opened.close()
      const again = await openFile()
      return {
        storage: again.storage,
        close: async () => {
          await again.close()
          await rm(folder, { recursive: true })
        }
      }
    },
    close: async () => {
      await opened.close()
      await rm(folder, { recursive: true })
    }
  }
}

describe("the storage contract, by node:sqlite", () => {
  for (const { name, run } of storageContract) it(name, () => run({ open }))
  for (const { name, run } of durableStorageContract) it(name, () => run({ open }))
  for (const { name, run } of sharedStorageContract) it(name, () => run({ open }))
})
