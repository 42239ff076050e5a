import {
  type AnyCollection,
  type Change,
  insert,
  insertCopy,
  JobCollection,
  type Row,
  remove,
  type Scope,
  type Stored,
  storedRow,
  update
} from "@payloom/core"
import { Clock, Effect, Option } from "effect"
import { CommitJournalCollection, CopyMarkCollection, markId, type Resident } from "../cellRows.ts"
import { fenced, type MoveContext, modes, type Step } from "./MoveContext.ts"
import { signScope } from "./signs.ts"

/** The number of rows that are copied in one commit. */
const pageSize = 100

/**
 * How often rows are read anew, because a unique key of theirs is taken by a changed row, or a
 * worker claimed a job.
 */
const mostTries = 20

/** The tenant's jobs that are due within this time are compared once more. It is a day. */
const aheadMs = 86_400_000

const mostDueJobs = 10_000

/** Copies all rows of the tenant. Rows that are there already are compared. */
export const copyAllRows = (context: MoveContext, sign: Stored<Resident>): Step =>
  Effect.gen(function* () {
    let rows = 0
    for (const of of context.collections.values()) {
      for (const mode of modes) {
        yield* eachIdPage(context, of, { tenant: context.tenant, mode }, (ids) =>
          Effect.map(copyRows(context, sign, of, { tenant: context.tenant, mode }, ids), () => {
            rows += ids.length
            context.report({ stage: "copy", rows })
          })
        )
      }
    }
  })

const eachIdPage = Effect.fnUntraced(function* (
  { from }: MoveContext,
  of: AnyCollection,
  scope: Scope,
  visit: (ids: ReadonlyArray<string>) => Step
) {
  let after: string | undefined
  for (;;) {
    const page: ReadonlyArray<Stored<Row>> = yield* from.page(scope, of, {
      order: "asc",
      limit: pageSize,
      ...(after === undefined ? {} : { after })
    })
    if (page.length > 0) yield* visit(page.map(({ row }) => row.id))
    if (page.length < pageSize) return
    after = page.at(-1)?.row.id
  }
})

/**
 * Makes some rows of the new cell equal to those of the old cell, with their versions. A row that a
 * unique key now belongs to may be in the way. Then that row is copied in the same commit.
 */
const copyRows = Effect.fnUntraced(function* (
  context: MoveContext,
  sign: Stored<Resident>,
  of: AnyCollection,
  scope: Scope,
  ids: ReadonlyArray<string>
) {
  const { from, to } = context
  const all = new Set(ids)
  for (let tries = 0; ; tries++) {
    const wanted = [...all]
    const there = byId(yield* from.getMany(scope, of, wanted))
    const here = byId(yield* to.getMany(scope, of, wanted))
    const marks = yield* missingMarks(context, of, scope, [...there.keys()])
    const changes = [...changesOf(of, wanted, there, here), ...marks]
    const conflict = yield* fenced(to, sign, changes).pipe(
      Effect.as(null),
      Effect.catchTag("CommitConflict", (error) =>
        error.collection === of.name && tries < mostTries
          ? Effect.succeed(error)
          : Effect.fail(error)
      )
    )
    if (conflict === null) return
    if (conflict.reason !== "key_taken") continue
    const unique = of.unique[conflict.key]
    for (const { row } of there.values()) {
      const value = unique?.of(row) ?? null
      if (value === null) continue
      const holder = yield* to.findUnique(scope, of, conflict.key, value)
      if (Option.isSome(holder)) all.add(holder.value.row.id)
    }
  }
})

/** Marks rows of a feed as copies. Rows that the tenant left there before are marked too. */
const missingMarks = Effect.fnUntraced(function* (
  { to, move }: MoveContext,
  of: AnyCollection,
  scope: Scope,
  ids: ReadonlyArray<string>
) {
  if (of.feed === null) return []
  const marks = ids.map((id) => markId(of, id))
  const known = byId(yield* to.getMany(scope, CopyMarkCollection, marks))
  return marks.flatMap((id) =>
    known.has(id) ? [] : [insert(scope, CopyMarkCollection, { id, move })]
  )
})

const byId = (rows: ReadonlyArray<Stored<Row>>) =>
  new Map(rows.map((stored) => [stored.row.id, stored]))

const changesOf = (
  of: AnyCollection,
  ids: ReadonlyArray<string>,
  there: ReadonlyMap<string, Stored<Row>>,
  here: ReadonlyMap<string, Stored<Row>>
): ReadonlyArray<Change> => {
  const gone: Array<Change> = []
  const written: Array<Change> = []
  for (const id of ids) {
    const [original, copy] = [there.get(id), here.get(id)]
    if (copy !== undefined && original !== undefined && isSame(of, original, copy)) continue
    if (of.appendOnly && copy !== undefined) {
      if (original !== undefined) written.push(...erasures(of, original, copy))
      continue
    }
    if (copy !== undefined) gone.push(remove(of, copy))
    if (original !== undefined) written.push(insertCopy(of, original))
  }
  return [...gone, ...written]
}

/** A claim in the new cell may have given a job the version of the original. */
const isSame = (of: AnyCollection, original: Stored<Row>, copy: Stored<Row>): boolean =>
  original.version === copy.version &&
  (of.name !== JobCollection.name || of.encode(original.row) === of.encode(copy.row))

/** The rows of append-only collections only change by erasures. Each raises the version by 1. */
const erasures = (
  of: AnyCollection,
  original: Stored<Row>,
  copy: Stored<Row>
): ReadonlyArray<Change> => {
  const changes: Array<Change> = []
  for (let version = copy.version; version < original.version; version++) {
    const before = version === copy.version ? copy.row : original.row
    changes.push(update(of, storedRow(copy.scope, before, version), original.row))
  }
  return changes
}

/** The signs of the tenant in both cells. */
export interface Signs {
  readonly from: Stored<Resident>
  readonly to: Stored<Resident>
}

/**
 * Copies the rows of one page of the journal, and removes the page. Returns the number of commits
 * that it had.
 */
export const copyJournal = Effect.fnUntraced(function* (context: MoveContext, signs: Signs) {
  const scope = signScope(context.tenant)
  const page = yield* context.from.page(scope, CommitJournalCollection, {
    order: "asc",
    limit: pageSize
  })
  const changed = new Map<string, Set<string>>()
  for (const { row } of page) {
    for (const [name, mode, id] of row.rows) {
      const key = `${mode} ${name}`
      changed.set(key, (changed.get(key) ?? new Set()).add(id))
    }
  }
  for (const [key, ids] of changed) {
    const [mode, name = ""] = key.split(" ") as ["test" | "live", string?]
    const of = context.collections.get(name)
    if (of === undefined) {
      return yield* Effect.die(new Error(`the collection ${name} was not given to the move`))
    }
    const sorted = [...ids].sort()
    for (let at = 0; at < sorted.length; at += pageSize) {
      const some = sorted.slice(at, at + pageSize)
      yield* copyRows(context, signs.to, of, { tenant: context.tenant, mode }, some)
    }
  }
  const done = page.map((each) => remove(CommitJournalCollection, each))
  yield* fenced(context.from, signs.from, done)
  return page.length
})

/** Copies the jobs again that workers may have claimed in the new cell before the hand-over. */
export const copyDueJobs = (context: MoveContext, sign: Stored<Resident>): Step =>
  Effect.gen(function* () {
    const { tenant, to } = context
    const dueBefore = (yield* Clock.currentTimeMillis) + aheadMs
    for (const mode of modes) {
      const due = yield* to.dueJobs({ tenant, mode }, dueBefore, mostDueJobs)
      for (let at = 0; at < due.length; at += pageSize) {
        const ids = due.slice(at, at + pageSize).map(({ row }) => row.id)
        yield* copyRows(context, sign, JobCollection, { tenant, mode }, ids)
      }
    }
  })

/** Removes all rows of the tenant from a cell, except rows of append-only collections. */
export const removeRows = Effect.fnUntraced(function* (
  { tenant, collections, report }: MoveContext,
  storage: MoveContext["from"],
  sign: Stored<Resident>,
  stage: "clean_up" | "undo"
) {
  let rows = 0
  const jobsFirst = [JobCollection, ...collections.values(), CommitJournalCollection]
  for (const of of jobsFirst as ReadonlyArray<AnyCollection>) {
    for (const mode of of.appendOnly ? [] : modes) {
      for (;;) {
        const page = yield* storage.page({ tenant, mode }, of, { order: "asc", limit: pageSize })
        if (page.length === 0) break
        yield* fenced(
          storage,
          sign,
          page.map((each) => remove(of, each))
        )
        rows += page.length
        report({ stage, rows })
      }
    }
  }
})
