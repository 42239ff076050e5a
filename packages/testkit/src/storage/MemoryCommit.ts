import {
  type Change,
  type Collection,
  CommitConflict,
  type Insert,
  type Row,
  type Scope,
  type Update
} from "@payloom/core"
import { type Entry, entryOf, type Slot } from "./Entry.ts"
import { kept } from "./kept.ts"
import type { MemoryTable } from "./MemoryTable.ts"

/** What commits are made on. */
export interface CommitSetting {
  readonly tableOf: (of: Collection<Row>) => MemoryTable
  /** The scope as all entries of it have it. */
  readonly ownScope: (scope: Scope) => Scope
  /** Whether rows are held against their schema, and copied. */
  readonly checkRows: boolean
}

/** A change that was made. */
interface Done {
  readonly table: MemoryTable
  readonly slot: Slot
  /** What stood there; undefined where nothing did. */
  readonly before: Entry | undefined
  /** What stands there now; undefined where nothing does. */
  readonly after: Entry | undefined
}

/** A commit in the making: one change after the other, until one meets a conflict. */
export class MemoryCommit {
  readonly #setting: CommitSetting
  readonly #done: Array<Done> = []

  constructor(setting: CommitSetting) {
    this.#setting = setting
  }

  /** Makes a change, or answers what it met. Throws on one that no store takes. */
  make(change: Change): CommitConflict | undefined {
    const { _tag, collection: of, scope } = change
    if ((_tag === "Update" || _tag === "Delete") && of.appendOnly) {
      throw new Error(`${of.name} is append-only: ${_tag} refused`)
    }
    const table = this.#setting.tableOf(of)
    const id = _tag === "Insert" || _tag === "Update" ? change.row.id : change.id
    const slot = table.slot(scope, id)
    if (_tag === "Insert") {
      if (slot !== undefined) return conflict("id_taken", of, id)
      return this.#put(table, change, change.version ?? 1, undefined)
    }
    if (slot === undefined) return conflict("missing", of, id)
    if (slot.entry.version !== change.version) return conflict("stale", of, id)
    if (_tag === "Update") return this.#put(table, change, change.version + 1, slot)
    if (_tag === "Delete") {
      table.remove(slot)
      this.#done.push({ table, slot, before: slot.entry, after: undefined })
    }
    return undefined
  }

  /** Undoes what was made. */
  takeBack(): void {
    for (const { table, slot, before, after } of this.#done.reverse()) {
      if (before === undefined) table.remove(slot)
      else if (after === undefined) table.add(slot)
      else table.replace(slot, before)
    }
  }

  /** The scopes that rows were written in. */
  scopes(): ReadonlyArray<Scope> {
    return this.#done.flatMap(({ after }) => after?.scope ?? [])
  }

  /** Puts a row in its place, or in that of the one before. */
  #put(
    table: MemoryTable,
    { collection: of, scope, row }: Insert | Update,
    version: number,
    found: Slot | undefined
  ): CommitConflict | undefined {
    const before = found?.entry
    const own = this.#setting.ownScope(scope)
    const after = entryOf(of, own, this.#keptRow(of, row, before), version, before)
    const taken = table.takenKey(after, found)
    if (taken !== undefined) return conflict("key_taken", of, taken)
    const slot = found ?? { entry: after }
    if (found === undefined) table.add(slot)
    else table.replace(slot, after)
    this.#done.push({ table, slot, before, after })
    return undefined
  }

  /** The row as it is kept. Throws on one that its collection's schema refuses. */
  #keptRow(of: Collection<Row>, row: Row, before: Entry | undefined): Row {
    if (!this.#setting.checkRows) return row
    const conforming = before?.foundBy.collection === of ? before.row : undefined
    if (!of.conforms(row, conforming)) throw new Error(`${row.id} is not a row of ${of.name}`)
    return kept(row, before?.row)
  }
}

const conflict = (reason: CommitConflict["reason"], of: Collection<Row>, key: string) =>
  new CommitConflict({ reason, collection: of.name, key })
