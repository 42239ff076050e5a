import type { CellsOverview, TenantCell } from "@payloom/core"

/** The cells of the storage, and the cell of the shown account. */
export interface CellsView extends CellsOverview {
  /** The cell of the account. Null if nothing was ever written for it. */
  readonly account: TenantCell | null
  /** The engine's time, in milliseconds since the epoch. */
  readonly now: number
}
