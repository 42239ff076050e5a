import { TaggedError } from "@payloom/core"

/**
 * The cells can't be opened as they are given, and a person has to help. Nothing was changed.
 *
 * - `options_invalid`: an option is missing or wrong.
 * - `directory_taken`: the storage of the directory has rows of tenants, so it is an engine's.
 * - `cell_taken`: the storage of a new cell has rows already.
 * - `cell_mistaken`: the storage of a cell is another cell, or a cell of another directory.
 * - `cell_empty`: the directory has tenants in the cell, but the storage has no rows.
 */
export class CellsRefused extends TaggedError("CellsRefused")<{
  readonly reason:
    | "options_invalid"
    | "directory_taken"
    | "cell_taken"
    | "cell_mistaken"
    | "cell_empty"
  /** The mistake, and its remedy. */
  readonly detail: string
}> {
  override get message(): string {
    return `The cells were not opened (${this.reason}): ${this.detail.replace(/\.$/, "")}.`
  }
}
