import { postgres } from "@payloom/adapter-postgres"
import { sqlite } from "@payloom/adapter-sqlite"
import { cells } from "@payloom/cells"
import type { Storage } from "@payloom/core"
import { memory } from "@payloom/testkit"
import { startPostgres } from "@payloom/testkit/postgres"
import type { Layer } from "effect"

/** An empty storage, and what ends with it. */
export interface OpenedStorage {
  readonly storage: Layer.Layer<Storage, unknown>
  readonly stop: () => Promise<void>
}

/** Starts the storages that the command can check, by their names. */
export const storages = {
  memory: async () => ({ storage: memory(), stop: nothing }),
  sqlite: async () => ({ storage: sqlite(":memory:"), stop: nothing }),
  postgres: async () => {
    const { address, stop } = await startPostgres()
    return { storage: postgres({ connection: address }), stop }
  },
  cells: async () => ({ storage: twoCells(), stop: nothing })
} satisfies Readonly<Record<string, () => Promise<OpenedStorage>>>

/** The name of a storage that the command can check. */
export type StorageName = keyof typeof storages

const nothing = async () => undefined

/** The merchants are in one cell and the other in turn. */
const twoCells = () => {
  let placed = 0
  return cells({
    directory: memory(),
    cells: { a: memory(), b: memory() },
    placeTenant: () => {
      placed += 1
      return placed % 2 === 0 ? "a" : "b"
    }
  })
}
