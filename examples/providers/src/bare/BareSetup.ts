import type { PrismPlace } from "../fakes/prismFake.ts"

/** The orders and the processors of the bare client. */
export interface BareSetup {
  /** The URL of a program that has the library installed. */
  readonly from: string
  readonly orders: number
  /** All currencies of the shop. */
  readonly currencies: ReadonlyArray<string>
  readonly processors: ReadonlyArray<PrismPlace>
  readonly lanes: number
  readonly timeoutMs: number
}

/** The messages of the bare client: the number of orders that are done, and the final counts. */
export type BareReport = { readonly done: number } | { readonly counts: BareCounts }

/** The number of orders by their end, as the bare client knows it. */
export interface BareCounts {
  readonly paid: number
  readonly declined: number
  /** Orders whose last call had no answer, or a 5xx, for the second time. */
  readonly failed: number
}
