import type { MerchantWith, Module, ModuleEvent, Payloom } from "@payloom/core"
import type { Sandbox } from "../sandbox/sandbox.ts"
import type { OpenedStorage } from "../storage/contract/StorageRule.ts"

/** Any module that `defineModule` made. */
export type AnyModule = Module<unknown, ModuleEvent>

/** A merchant with the module, in an engine whose clock stands still. */
export interface ModuleLife<Own extends AnyModule> {
  readonly payloom: Payloom<[Own]>
  readonly shop: MerchantWith<[Own], never>
  /** The sandbox that the engine's provider, vault and 3DS server are of. */
  readonly box: Sandbox
  /** Returns the time of the engine's clock, in milliseconds since the epoch. */
  readonly now: () => number
  /** Moves time on, and runs the jobs that fall due. With 0, runs those that are due. */
  readonly elapse: (ms: number) => Promise<void>
  /** Notes of earlier steps for later ones, such as ids. They survive the process. */
  readonly notes: Map<string, string>
}

/** A step of a life. */
export interface ModuleStep<Own extends AnyModule> {
  readonly name: string
  readonly run: (life: ModuleLife<Own>) => Promise<unknown>
}

/** A module under test, and the life that a merchant leads with it. */
export interface ModuleHarness<Own extends AnyModule> {
  readonly module: Own
  /** Opens a new, empty storage, such as one of SQLite in a temporary file. */
  readonly open: () => Promise<OpenedStorage>
  /**
   * The steps of a life, in order. They should use each operation, each job and each follower. A
   * step is repeated when its process dies, so each of its mutations has an idempotency key that
   * stays the same.
   */
  readonly steps: ReadonlyArray<ModuleStep<Own>>
  /**
   * Returns everything that is wrong with the module's rows, in sentences. Compare them with each
   * other, with the ledger and with the payments.
   */
  readonly findings: (life: ModuleLife<Own>) => Promise<ReadonlyArray<string>>
  /** The number of places at which a life is disturbed, for each kind of fault. Default: 8. */
  readonly disturbances?: number
}

/** A rule of the contract. It rejects if the module breaks it. */
export interface ModuleRule {
  /** A sentence that states the rule. */
  readonly name: string
  readonly run: () => Promise<void>
}
