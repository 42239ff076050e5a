import type { OptionalModule, StoragePort } from "@payloom/core"
import type { CommitFault } from "../faults/mortalStorage.ts"

/** A disturbance of a life. */
export interface Disturbance {
  /** The fault of one commit, and the number of the commit. */
  readonly fault?: { readonly is: CommitFault; readonly nth: number }
  /** Wraps the storage. */
  readonly between?: (storage: StoragePort) => StoragePort
  /** How each step is done twice: one after the other, or at the same time in two processes. */
  readonly doubled?: "in_turn" | "at_once"
  /** The modules of core that the engine is made without. */
  readonly without?: ReadonlyArray<OptionalModule>
}
