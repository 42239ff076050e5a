import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"

/** The tables of all collections. A row is a text, and its keys and indexes are rows beside it. */
const tables = `
create table if not exists collections (name text primary key, version integer not null) strict;
create table if not exists scopes (
  tenant text not null, mode text not null, primary key (tenant, mode)
) strict, without rowid;
create table if not exists documents (
  collection text not null, tenant text not null, mode text not null, id text not null,
  version integer not null, document text not null,
  -- Of append-only rows: 1, or 2 if their texts may be erased, and the order of their commits.
  kept integer not null, position integer, part integer,
  primary key (collection, tenant, mode, id)
) strict, without rowid;
create index if not exists documents_by_position on documents (collection, position);
create index if not exists documents_by_part on documents (collection, part, position);
create table if not exists holders (
  collection text not null, key text not null, within text not null, value text not null,
  tenant text not null, mode text not null, id text not null,
  primary key (collection, key, within, value)
) strict, without rowid;
create index if not exists holders_by_row on holders (collection, tenant, mode, id);
create table if not exists indexed (
  collection text not null, tenant text not null, mode text not null,
  name text not null, value text not null, id text not null,
  primary key (collection, tenant, mode, name, value, id)
) strict, without rowid;
create index if not exists indexed_by_row on indexed (collection, tenant, mode, id);
create table if not exists marks (
  collection text not null, name text not null, version integer not null, summed integer not null,
  primary key (collection, name)
) strict, without rowid;
create table if not exists totals (
  collection text not null, tenant text not null, mode text not null, name text not null,
  key text not null, place text not null, amount text not null,
  primary key (collection, tenant, mode, name, key, place)
) strict, without rowid;
create table if not exists queue (
  tenant text not null, mode text not null, id text not null, kind text not null,
  due_at integer not null, claimable_at integer not null, primary key (tenant, mode, id)
) strict, without rowid;
create index if not exists queue_by_time on queue (due_at, id);
create index if not exists queue_by_kind on queue (kind, claimable_at);
create trigger if not exists never_deleted before delete on documents when old.kept > 0
begin select raise(abort, 'the collection is append-only'); end;
create trigger if not exists never_changed before update on documents when old.kept = 1
begin select raise(abort, 'the collection is append-only'); end;
`

/** A value of a column. */
type Column = string | number | null

/** A row of a result. */
export type Columns = Readonly<Record<string, Column>>

/** A SQLite file, and its prepared statements. */
export class Database {
  readonly #file: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(path: string) {
    this.#file = new DatabaseSync(path)
    // A commit that was acknowledged survives the loss of power.
    this.#file.exec("pragma journal_mode = wal; pragma synchronous = full")
    this.#file.exec("pragma busy_timeout = 5000")
    this.transaction(() => this.#file.exec(tables))
  }

  /** Runs the writes in one transaction, which is rolled back if they throw. */
  transaction<A>(write: () => A): A {
    // The lock is taken before the first read, so that no other process changes what is read.
    this.#file.exec("begin immediate")
    try {
      const result = write()
      this.#file.exec("commit")
      return result
    } catch (thrown) {
      if (this.#file.isTransaction) this.#file.exec("rollback")
      throw thrown
    }
  }

  run(sql: string, ...values: ReadonlyArray<SQLInputValue>): number {
    return Number(this.#prepared(sql).run(...values).changes)
  }

  all(sql: string, ...values: ReadonlyArray<SQLInputValue>): ReadonlyArray<Columns> {
    return this.#prepared(sql).all(...values) as ReadonlyArray<Columns>
  }

  first(sql: string, ...values: ReadonlyArray<SQLInputValue>): Columns | undefined {
    return this.#prepared(sql).get(...values) as Columns | undefined
  }

  close(): void {
    this.#statements.clear()
    this.#file.close()
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql) ?? this.#file.prepare(sql)
    this.#statements.set(sql, known)
    return known
  }
}
