import { TaggedError } from "@payloom/core"

/**
 * A tenant can't move as requested. Nothing was changed.
 *
 * - `tenant_unknown`: no cell has rows of the tenant.
 * - `cell_unknown`: there is no cell of this name.
 * - `other_move`: a move of the tenant to another cell is not finished.
 * - `modules_missing`: the cell has tables of modules that were not named.
 * - `handed_over`: a move can't be undone any more, because the tenant is in the new cell.
 * - `no_move`: the tenant does not move.
 * - `undone`: another process undid the move.
 * - `rows_of_lost_time`: the new cell has rows of the tenant that its present cell lost in a
 *   restore.
 * - `no_other_cell`: no other cell can take the tenants of a cell that is drained.
 */
export class MoveRefused extends TaggedError("MoveRefused")<{
  readonly reason:
    | "tenant_unknown"
    | "cell_unknown"
    | "other_move"
    | "modules_missing"
    | "handed_over"
    | "no_move"
    | "undone"
    | "rows_of_lost_time"
    | "no_other_cell"
  /** The mistake, and its remedy. */
  readonly detail: string
}> {
  override get message(): string {
    return `The tenant was not moved (${this.reason}): ${this.detail.replace(/\.$/, "")}.`
  }
}
