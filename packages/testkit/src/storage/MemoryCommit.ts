import {
  type Change,
  type Collection,
  CommitConflict,
  type Insert,
  isErasure,
  type Row,
  type Scope,
  type Update
} from "@payloom/core"
import { type Content, contentOf, Entry } from "./Entry.ts"
import { kept } from "./kept.ts"
import type { MemoryTable } from "./MemoryTable.ts"

/** The tables and options that commits work on. */
export interface CommitSetting {
  readonly tableOf: (of: Collection<Row>) => MemoryTable
  /** Returns the shared object of a scope. */
  readonly ownScope: (scope: Scope) => Scope
  /** If true, rows are checked against their schema and copied. */
  readonly checkRows: boolean
}

const isErasing = ({ collection: of, before, row }: Update): boolean => isErasure(of, before, row)

/** A change that was made, and the row that it changed. */
interface Done {
  readonly table: MemoryTable
  readonly entry: Entry
  /** The content before the change, or undefined if the row did not exist. */
  readonly before: Content | undefined
  /** True if the row exists after the change. */
  readonly stays: boolean
}

/** A commit that applies its changes one by one, until one has a conflict. */
export class MemoryCommit {
  readonly #setting: CommitSetting
  readonly #done: Array<Done> = []

  constructor(setting: CommitSetting) {
    this.#setting = setting
  }

  /** Applies a change, or returns its conflict. Throws if the change is a defect. */
  make(change: Change): CommitConflict | undefined {
    const { _tag, collection: of, scope } = change
    if (of.appendOnly && (_tag === "Delete" || (_tag === "Update" && !isErasing(change)))) {
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

  /** Undoes all applied changes. */
  takeBack(): void {
    for (const { table, entry, before, stays } of this.#done.reverse()) {
      if (before === undefined) table.remove(entry)
      else if (stays) table.replace(entry, before)
      else table.add(entry)
    }
  }

  /** Returns the scopes in which rows were written. */
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

  /** Returns the row as it is stored. Throws if its collection's schema rejects it. */
  #keptRow(of: Collection<Row>, row: Row, before: Content | undefined): Row {
    if (!this.#setting.checkRows) return row
    const validateDocument = before?.foundBy.collection === of ? before.row : undefined
    if (!of.conforms(row, validateDocument)) throw new Error(`${row.id} is not a row of ${of.name}`)
    return kept(row, before?.row)
  }
}

const conflict = (reason: CommitConflict["reason"], of: Collection<Row>, key: string) =>
  new CommitConflict({ reason, collection: of.name, key })
