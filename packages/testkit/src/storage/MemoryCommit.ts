import {
  type Change,
  type Collection,
  CommitConflict,
  type Insert,
  type Row,
  type Scope,
  type Update
} from "@payloom/core"
import { type Content, contentOf, Entry } from "./Entry.ts"
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

/** A change that was made, of a row that is there or was. */
interface Done {
  readonly table: MemoryTable
  readonly entry: Entry
  /** What it said; undefined where it wasn't there. */
  readonly before: Content | undefined
  /** Whether it is there now. */
  readonly stays: boolean
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
    const found = table.get(scope, id)
    if (_tag === "Insert") {
      if (found !== undefined) return conflict("id_taken", of, id)
      return this.#insert(table, change)
    }
    if (found === undefined) return conflict("missing", of, id)
    if (found.version !== change.version) return conflict("stale", of, id)
    if (_tag === "Update") return this.#update(table, change, found)
    if (_tag === "Delete") {
      table.remove(found)
      this.#done.push({ table, entry: found, before: found, stays: false })
    }
    return undefined
  }

  /** Undoes what was made. */
  takeBack(): void {
    for (const { table, entry, before, stays } of this.#done.reverse()) {
      if (before === undefined) table.remove(entry)
      else if (stays) table.replace(entry, before)
      else table.add(entry)
    }
  }

  /** The scopes that rows were written in. */
  scopes(): ReadonlyArray<Scope> {
    return this.#done.filter(({ stays }) => stays).map(({ entry }) => entry.scope)
  }

  #insert(
    table: MemoryTable,
    { collection: of, scope, row, version = 1 }: Insert
  ): CommitConflict | undefined {
    const own = this.#setting.ownScope(scope)
    const kept = this.#keptRow(of, row, undefined)
    const entry = new Entry(own, contentOf(of, own, kept, version, undefined))
    const taken = table.takenKey(own, entry, undefined)
    if (taken !== undefined) return conflict("key_taken", of, taken)
    table.add(entry)
    this.#done.push({ table, entry, before: undefined, stays: true })
    return undefined
  }

  #update(
    table: MemoryTable,
    { collection: of, row, version }: Update,
    entry: Entry
  ): CommitConflict | undefined {
    const after = contentOf(of, entry.scope, this.#keptRow(of, row, entry), version + 1, entry)
    const taken = table.takenKey(entry.scope, after, entry)
    if (taken !== undefined) return conflict("key_taken", of, taken)
    const before = entry.content()
    table.replace(entry, after)
    this.#done.push({ table, entry, before, stays: true })
    return undefined
  }

  /** The row as it is kept. Throws on one that its collection's schema refuses. */
  #keptRow(of: Collection<Row>, row: Row, before: Content | undefined): Row {
    if (!this.#setting.checkRows) return row
    const validateDocument = before?.foundBy.collection === of ? before.row : undefined
    if (!of.conforms(row, validateDocument)) throw new Error(`${row.id} is not a row of ${of.name}`)
    return kept(row, before?.row)
  }
}

const conflict = (reason: CommitConflict["reason"], of: Collection<Row>, key: string) =>
  new CommitConflict({ reason, collection: of.name, key })
