import { TaggedError } from "@payloom/core"

/**
 * The cells can't be opened as they are given, and a person has to help. Nothing was changed.
 *
 * - `options_invalid`: an option is missing or wrong.
 * - `directory_taken`: the storage of the directory has rows of tenants, so it is an engine's.
 * - `cell_taken`: the storage of a new cell has rows already.
 * - `cell_mistaken`: the storage of a cell is another cell, or a cell of another directory.
 * - `cell_restored`: a cell was restored from a backup, and the cells were not repaired yet.
 * - `not_a_store`: the storage to adopt has no store, or one that is not complete. Or a program
 *   that changes no tables found cells that no engine has used.
 * - `store_in_use`: an engine, or another adoption, used the store while it was adopted.
 * - `cells_in_use`: an adoption can't be undone, because another cell has rows of tenants.
 * - `modules_missing`: the store to adopt has tables of modules that were not named.
 * - `cell_empty`: the directory has tenants in the cell, but the storage has no rows.
 */
export class CellsRefused extends TaggedError("CellsRefused")<{
  readonly reason:
    | "options_invalid"
    | "directory_taken"
    | "cell_taken"
    | "cell_mistaken"
    | "cell_empty"
    | "cell_restored"
    | "not_a_store"
    | "store_in_use"
    | "cells_in_use"
    | "modules_missing"
  /** The mistake, and its remedy. */
  readonly detail: string
}> {
  override get message(): string {
    return `The cells were not opened (${this.reason}): ${this.detail.replace(/\.$/, "")}.`
  }
}
