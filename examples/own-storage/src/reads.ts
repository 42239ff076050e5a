import type {
  Collection,
  FeedPage,
  FeedQuery,
  PageQuery,
  Row,
  Scope,
  ScopeQuery,
  Stored,
  Sum,
  SumQuery
} from "@payloom/core"
import type { Columns, Database } from "./Database.ts"
import { columns, readRow, scopeIn, within } from "./rows.ts"

/** Returns rows by their ids, in the order of the ids, in one statement. */
export const getMany = <R extends Row>(
  db: Database,
  { tenant, mode }: Scope,
  of: Collection<R>,
  ids: ReadonlyArray<string>
): ReadonlyArray<Stored<R>> => {
  const found = db.all(
    `select ${columns} from documents d where collection = ? and tenant = ? and mode = ? ` +
      "and id in (select value from json_each(?))",
    of.name,
    tenant,
    mode,
    JSON.stringify(ids)
  )
  const byId = new Map<unknown, Columns>(found.map((each) => [each.id, each]))
  return ids.flatMap((id) => {
    const each = byId.get(id)
    return each === undefined ? [] : [readRow(of, each)]
  })
}

/** Returns the row that has a value of a unique key. */
export const findUnique = <R extends Row>(
  db: Database,
  scope: Scope | "any",
  of: Collection<R>,
  key: string,
  value: string
): Stored<R> | null => {
  const unique = of.unique[key]
  if (unique === undefined) throw new Error(`${of.name} has no unique key ${key}`)
  if (scope === "any" && !unique.global) throw new Error(`${of.name}.${key} is not a global key`)
  const found = db.first(
    `select ${columns} from holders h join documents d on d.collection = h.collection ` +
      "and d.tenant = h.tenant and d.mode = h.mode and d.id = h.id " +
      "where h.collection = ? and h.key = ? and h.within = ? and h.value = ?",
    of.name,
    key,
    scope === "any" ? "" : within(scope, unique.global),
    value
  )
  if (found === undefined) return null
  // The holder of a global key may be in another scope, which this reader must not see.
  const isVisible = scope === "any" || (found.tenant === scope.tenant && found.mode === scope.mode)
  return isVisible ? readRow(of, found) : null
}

/** Returns a page of rows in the order of their ids. */
export const page = <R extends Row>(
  db: Database,
  { tenant, mode }: Scope,
  of: Collection<R>,
  { where = {}, after, idFrom, idTo, order, limit }: PageQuery
): ReadonlyArray<Stored<R>> => {
  const conditions = ["d.collection = ? and d.tenant = ? and d.mode = ?"]
  const values: Array<string | number> = [of.name, tenant, mode]
  const bound = (sql: string, id: string | undefined) => {
    if (id === undefined) return
    conditions.push(sql)
    values.push(id)
  }
  bound(order === "asc" ? "d.id > ?" : "d.id < ?", after)
  bound("d.id >= ?", idFrom)
  bound("d.id <= ?", idTo)
  for (const [name, wanted] of Object.entries(where)) {
    if (of.indexes[name] === undefined) throw new Error(`${of.name} has no index ${name}`)
    const alternatives = typeof wanted === "string" ? [wanted] : wanted
    conditions.push(
      "exists (select 1 from indexed i where i.collection = d.collection " +
        "and i.tenant = d.tenant and i.mode = d.mode and i.id = d.id and i.name = ? " +
        `and i.value in (${alternatives.map(() => "?").join(", ")}))`
    )
    values.push(name, ...alternatives)
  }
  const sql =
    `select ${columns} from documents d where ${conditions.join(" and ")} ` +
    `order by d.id ${order} limit ?`
  return db.all(sql, ...values, Math.max(limit, 0)).map((each) => readRow(of, each))
}

/** Returns the rows of a part of a feed after a position. One more row shows if it is the end. */
export const feed = <R extends Row>(
  db: Database,
  of: Collection<R>,
  { part, after, limit }: FeedQuery
): FeedPage<R> => {
  if (of.feed === null) throw new Error(`${of.name} has no feed`)
  const most = Math.max(limit, 0)
  const found = db.all(
    `select ${columns}, position from documents d ` +
      "where collection = ? and part = ? and position > ? order by position limit ?",
    of.name,
    part,
    Number(after ?? 0),
    most + 1
  )
  const shown = found.slice(0, most)
  return {
    rows: shown.map((each) => readRow(of, each)),
    position: shown.length === 0 ? after : `${shown.at(-1)?.position}`,
    isEnd: found.length <= most
  }
}

/** Returns the position after all rows of a part, or null. */
export const feedEnd = (db: Database, of: Collection<Row>, part: number): string | null => {
  const found = db.first(
    "select max(position) as last from documents where collection = ? and part = ?",
    of.name,
    part
  )
  return found?.last == null ? null : `${found.last}`
}

/**
 * Adds the rows since the last read to the totals of a sum. So commits that add to one total don't
 * wait for each other, and rows of a release without the sum are included.
 */
const addUp = <R extends Row>(db: Database, of: Collection<R>, name: string): void => {
  const mark = db.first(
    "select version, summed from marks where collection = ? and name = ?",
    of.name,
    name
  )
  const isCurrent = mark?.version === of.version
  if (!isCurrent) db.run("delete from totals where collection = ? and name = ?", of.name, name)
  const summed = isCurrent ? Number(mark.summed) : 0
  const behind = db.all(
    `select ${columns}, position from documents d ` +
      "where collection = ? and position > ? order by position",
    of.name,
    summed
  )
  for (const each of behind) {
    const { scope, row } = readRow(of, each)
    for (const { key, place, amount } of of.sums[name]?.of(row) ?? []) {
      const at = [of.name, scope.tenant, scope.mode, name, key, place]
      const where =
        "collection = ? and tenant = ? and mode = ? and name = ? and key = ? and place = ?"
      const found = db.first(`select amount from totals where ${where}`, ...at)
      // A total may have more than the 64 bits of SQLite's numbers, so it is a text.
      const total = BigInt(found?.amount ?? 0) + amount
      db.run("insert or replace into totals values (?, ?, ?, ?, ?, ?, ?)", ...at, `${total}`)
    }
  }
  const last = Number(behind.at(-1)?.position ?? summed)
  db.run("insert or replace into marks values (?, ?, ?, ?)", of.name, name, of.version, last)
}

/** Returns the sums of a range of keys, over a range of places. */
export const sums = <R extends Row>(
  db: Database,
  { tenant, mode }: Scope,
  of: Collection<R>,
  name: string,
  { keyFrom, keyTo, placeFrom = "", placeBefore }: SumQuery
): ReadonlyArray<Sum> => {
  if (of.sums[name] === undefined) throw new Error(`${of.name} has no sum ${name}`)
  db.transaction(() => addUp(db, of, name))
  const totals = new Map<string, bigint>()
  const found = db.all(
    "select key, amount from totals where collection = ? and tenant = ? and mode = ? " +
      "and name = ? and key between ? and ? and place >= ? and (?8 is null or place < ?8) " +
      "order by key",
    of.name,
    tenant,
    mode,
    name,
    keyFrom,
    keyTo,
    placeFrom,
    placeBefore ?? null
  )
  for (const each of found) {
    const key = String(each.key)
    totals.set(key, (totals.get(key) ?? 0n) + BigInt(each.amount ?? 0))
  }
  return [...totals].map(([key, amount]) => ({ key, amount }))
}

/** Returns a page of the scopes in which rows were written. */
export const scopes = (db: Database, { after, limit }: ScopeQuery): ReadonlyArray<Scope> =>
  db
    .all(
      "select tenant, mode from scopes where (tenant, mode) > (?, ?) " +
        "order by tenant, mode limit ?",
      after?.tenant ?? "",
      after?.mode ?? "",
      Math.max(limit, 0)
    )
    .map(({ tenant, mode }) => scopeIn(tenant, mode))

/** Returns the oldest rows of all scopes below an id. */
export const oldest = (
  db: Database,
  of: Collection<Row>,
  idBefore: string,
  limit: number
): ReadonlyArray<Columns> =>
  db.all(
    "select tenant, mode, id from documents where collection = ? and id < ? order by id limit ?",
    of.name,
    idBefore,
    Math.max(limit, 0)
  )
