import type { Storage } from "@payloom/core"
import { Effect } from "effect"

/** The storage port as a harness opens it. */
export type StorageService = Storage["Service"]

/** An open storage with data of its own. */
export interface OpenedStorage {
  readonly storage: StorageService
  /** Frees everything that the storage holds. */
  readonly close: () => Promise<void>
}

/** The harness that runs the rules for all storages. */
export interface StorageHarness {
  /** Opens a new, empty storage. */
  readonly open: () => Promise<OpenedStorage>
}

/** A storage whose data outlives its process. */
export interface DurableOpenedStorage extends OpenedStorage {
  /** Closes the storage and opens the same data again. */
  readonly reopen: () => Promise<OpenedStorage>
}

/** The harness that runs the rules for durable storages. */
export interface DurableStorageHarness {
  readonly open: () => Promise<DurableOpenedStorage>
}

/** A storage that several processes can use at once. */
export interface SharedOpenedStorage extends OpenedStorage {
  /** Opens the same data a second time, with a connection of its own. */
  readonly openSecond: () => Promise<OpenedStorage>
}

/** The harness that runs the rules for shared storages. */
export interface SharedStorageHarness {
  readonly open: () => Promise<SharedOpenedStorage>
}

/**
 * One rule of the contract. It runs in any test framework, and rejects if the storage breaks the
 * rule.
 *
 * ```ts
 * for (const rule of storageContract) it(rule.name, () => rule.run(harness))
 * ```
 */
export interface StorageRule<Harness = StorageHarness> {
  /** A sentence that states the rule. */
  readonly name: string
  readonly run: (harness: Harness) => Promise<void>
  /** True if the rule makes hundreds of commits, which take seconds on a database server. */
  readonly isLong?: boolean
}

/** Marks a long rule. */
export const long = { isLong: true } as const

/** Creates a rule about one storage. */
export const rule = (
  name: string,
  body: (storage: StorageService) => Effect.Effect<void, unknown>,
  length: Pick<StorageRule, "isLong"> = {}
): StorageRule => ({
  ...length,
  name,
  run: (harness) => closing(harness.open(), ({ storage }) => Effect.runPromise(body(storage)))
})

/** Creates a rule about a storage that is opened again. */
export const durableRule = (
  name: string,
  before: (storage: StorageService) => Effect.Effect<void, unknown>,
  after: (storage: StorageService) => Effect.Effect<void, unknown>
): StorageRule<DurableStorageHarness> => ({
  name,
  run: async (harness) => {
    const opened = await harness.open()
    await Effect.runPromise(before(opened.storage))
    await closing(opened.reopen(), ({ storage }) => Effect.runPromise(after(storage)))
  }
})

/** Creates a rule about two connections to the same data. */
export const sharedRule = (
  name: string,
  body: (one: StorageService, other: StorageService) => Effect.Effect<void, unknown>,
  length: Pick<StorageRule, "isLong"> = {}
): StorageRule<SharedStorageHarness> => ({
  ...length,
  name,
  run: (harness) =>
    closing(harness.open(), (one) =>
      closing(one.openSecond(), (other) => Effect.runPromise(body(one.storage, other.storage)))
    )
})

const closing = async <Opened extends OpenedStorage>(
  opening: Promise<Opened>,
  use: (opened: Opened) => Promise<void>
): Promise<void> => {
  const opened = await opening
  try {
    await use(opened)
  } finally {
    await opened.close()
  }
}
