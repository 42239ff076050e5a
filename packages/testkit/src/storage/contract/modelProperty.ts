import assert from "node:assert/strict"
import type { PageQuery, Scope } from "@payloom/core"
import { Effect, Option } from "effect"
import fc from "fast-check"
import { Accounts, accountId } from "./contractRows.ts"
import { endOf } from "./expectations.ts"
import type { StorageService } from "./StorageRule.ts"
import { changesOf, commitTo, type Intent, type Model, pageOf } from "./storageModel.ts"

const runs = 150
const values = ["a", "b", "c"] as const
const value = fc.constantFrom(...values)
const perhaps = fc.option(value, { nil: null })
const rowNumber = fc.integer({ min: 1, max: 5 })

const intent: fc.Arbitrary<Intent> = fc.record({
  tag: fc.constantFrom("Insert", "Insert", "Update", "Update", "Delete", "Check"),
  scope: fc.nat({ max: 2 }),
  row: rowNumber,
  drift: fc.constantFrom(0, 0, 0, 0, 0, 1, -1),
  fields: fc.record({
    email: perhaps,
    slot: perhaps,
    handle: perhaps,
    status: value,
    owner: perhaps
  })
})

/** A commit is of one tenant, which has the first two scopes, or of the other one. */
const commit = fc
  .tuple(fc.constantFrom(true, true, false), fc.array(intent, { minLength: 1, maxLength: 5 }))
  .map(([isOfFirst, intents]) =>
    intents.map((each) => ({ ...each, scope: isOfFirst ? each.scope % 2 : 2 }))
  )

const filter = fc.oneof(value, fc.array(fc.constantFrom(...values, "none"), { maxLength: 4 }))

const query: fc.Arbitrary<PageQuery> = fc
  .record(
    {
      where: fc.record({ status: filter, owner: filter }, { requiredKeys: [] }),
      after: rowNumber.map(accountId),
      idFrom: rowNumber.map(accountId),
      idTo: rowNumber.map(accountId),
      order: fc.constantFrom("asc" as const, "desc" as const),
      limit: fc.integer({ min: 1, max: 6 })
    },
    { requiredKeys: ["order", "limit"] }
  )
  // fast-check creates records without a prototype. They are not equal to literals.
  .map((made) => ({ ...made, ...(made.where === undefined ? {} : { where: { ...made.where } }) }))

const history = fc.record({
  commits: fc.array(commit, { maxLength: 14 }),
  queries: fc.array(fc.tuple(fc.nat({ max: 2 }), query), { minLength: 1, maxLength: 6 })
})

/** Each run has scopes of its own, so runs can share one storage. */
const scopesOf = (run: number): ReadonlyArray<Scope> => [
  { tenant: `tenant ${run}`, mode: "test" },
  { tenant: `tenant ${run}`, mode: "live" },
  { tenant: `other ${run}`, mode: "live" }
]

const ofRun = (run: number, { fields, ...rest }: Intent): Intent => {
  const handle = typeof fields.handle === "string" ? `${run} ${fields.handle}` : null
  return { ...rest, fields: { ...fields, handle } }
}

const replay = Effect.fnUntraced(function* (
  storage: StorageService,
  run: number,
  commits: ReadonlyArray<ReadonlyArray<Intent>>
) {
  const scopes = scopesOf(run)
  let model: Model = []
  for (const intents of commits) {
    const changes = changesOf(
      model,
      scopes,
      intents.map((one) => ofRun(run, one))
    )
    const expected = commitTo(model, changes)
    const end = yield* endOf(storage, changes)
    if ("reason" in expected) assert.deepEqual(end, expected)
    else assert.equal(end, "committed")
    model = "reason" in expected ? model : expected
  }
  return model
})

const compareReads = Effect.fnUntraced(function* (
  storage: StorageService,
  run: number,
  model: Model,
  queries: ReadonlyArray<readonly [number, PageQuery]>
) {
  const scopes = scopesOf(run)
  const whole: PageQuery = { order: "asc", limit: 100 }
  for (const [at, asked] of [[0, whole], [1, whole], [2, whole], ...queries] as const) {
    const scope = scopes[at] ?? { tenant: "", mode: "test" as const }
    assert.deepEqual(yield* storage.page(scope, Accounts, asked), pageOf(model, scope, asked))
  }
  for (const handle of values.map((each) => `${run} ${each}`)) {
    assert.deepEqual(
      yield* storage.findUnique("any", Accounts, "handle", handle),
      Option.fromUndefinedOr(model.find(({ row }) => row.handle === handle))
    )
  }
})

/** Checks that a storage holds and returns the same rows as the model after any commits. */
export const agreesWithModel = (storage: StorageService): Promise<void> => {
  let run = 0
  const property = fc.asyncProperty(history, async ({ commits, queries }) => {
    run += 1
    const model = await Effect.runPromise(replay(storage, run, commits))
    await Effect.runPromise(compareReads(storage, run, model, queries))
  })
  return fc.assert(property, { numRuns: runs })
}
