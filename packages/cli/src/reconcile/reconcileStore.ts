import { resolve } from "node:path"
import {
  Payloom,
  type PayloomSetup,
  type ReconcileReport,
  type ReconcileStoreOptions
} from "@payloom/core"
import { loadSetup } from "../target/loadSetup.ts"

/** The setup of an engine, or a function that makes it, as a module exports it by default. */
export type ExportedSetup =
  | PayloomSetup<unknown>
  | (() => PayloomSetup<unknown> | Promise<PayloomSetup<unknown>>)

/** The options of {@link reconcileStore}. */
export interface ReconcileCommandOptions extends ReconcileStoreOptions {
  /** The file of a module whose default export is the engine's setup, or a function for it. */
  readonly setup: string
}

/**
 * Reconciles a restored store with the providers of a setup, as `Payloom.reconcile` does. The setup
 * is in a module, because only the application knows its providers, its vault and its secret.
 *
 * ```ts
 * const { isReleased } = await reconcileStore({ setup: "payloom.setup.js" })
 * ```
 */
export const reconcileStore = async ({
  setup,
  ...options
}: ReconcileCommandOptions): Promise<ReconcileReport> => {
  const own = (await loadSetup(resolve(setup))) as PayloomSetup<unknown>
  return Payloom.reconcile(own, options)
}
