import type { Scope } from "@payloom/core"
import type { Places } from "./engine.ts"

/** What a worker begins with. */
export interface WorkerSetup {
  readonly places: Places
  readonly scope: Scope
  readonly paymentInstrument: string
  /** How long it is from one of its payments to the next, in milliseconds, on the average. */
  readonly payEveryMs: number
  readonly aheadMs: number
  readonly pays: boolean
}
