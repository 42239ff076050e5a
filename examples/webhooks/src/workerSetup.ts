import type { Scope } from "@payloom/core"
import type { Places } from "./engine.ts"

/** The setup of a worker. */
export interface WorkerSetup {
  readonly places: Places
  readonly scope: Scope
  readonly paymentInstrument: string
  /** The average time between two payments of a worker, in milliseconds. */
  readonly payEveryMs: number
  readonly aheadMs: number
  readonly pays: boolean
}
