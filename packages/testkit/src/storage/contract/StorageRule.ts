import type { Storage } from "@payloom/core"
import { Effect } from "effect"

/** The storage port, as a harness opens it. */
export type StorageService = Storage["Service"]

/** A storage that is open, over data of its own. */
export interface OpenedStorage {
  readonly storage: StorageService
  /** Gives up everything the storage holds. */
  readonly close: () => Promise<void>
}

/** What a storage must offer to be held against the contract. */
export interface StorageHarness {
  /** A storage that is fresh and empty. */
  readonly open: () => Promise<OpenedStorage>
}

/** A storage that outlives the process it is used in. */
export interface DurableOpenedStorage extends OpenedStorage {
  /** Closes the storage and opens the same data again. */
  readonly reopen: () => Promise<OpenedStorage>
}

/** Harness of the rules for durable storages. */
export interface DurableStorageHarness {
  readonly open: () => Promise<DurableOpenedStorage>
}

/** A storage that several processes can use at once. */
export interface SharedOpenedStorage extends OpenedStorage {
  /** Opens the same data a second time, over a connection of its own. */
  readonly openSecond: () => Promise<OpenedStorage>
}

/** Harness of the rules for shared storages. */
export interface SharedStorageHarness {
  readonly open: () => Promise<SharedOpenedStorage>
}

/**
 * One rule of the contract. It runs under any test framework, and rejects where the rule is
 * broken.
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

/** A rule about one storage. */
export const rule = (
  name: string,
  body: (storage: StorageService) => Effect.Effect<void, unknown>,
  length: Pick<StorageRule, "isLong"> = {}
): StorageRule => ({
  ...length,
  name,
  run: (harness) => closing(harness.open(), ({ storage }) => Effect.runPromise(body(storage)))
})

/** A rule about a storage that is opened again. */
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

/** A rule about two connections to the same data. */
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
