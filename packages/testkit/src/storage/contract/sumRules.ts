import assert from "node:assert/strict"
import { insert, type Row } from "@payloom/core"
import { Effect } from "effect"
import { here, hereInTest, there, upTo } from "./contractRows.ts"
import { endOf, expectDefect, expectRefusal } from "./expectations.ts"
import { durableRule, long, rule, type StorageService, sharedRule } from "./StorageRule.ts"
import {
  everything,
  folded,
  type Slip,
  Slips,
  slip,
  TenfoldSlips,
  totals,
  UnsummedSlips
} from "./summedRows.ts"
import { sumsAgree } from "./sumProperty.ts"

const add = (storage: StorageService, slips: ReadonlyArray<Slip>, scope = here) =>
  storage.commit(slips.map((row) => insert(scope, Slips, row)))

const largest = 2n ** 63n - 1n

/** Checks that both have the same keys in the same order. */
const expectTotals = (
  found: Readonly<Record<string, bigint>>,
  expected: Readonly<Record<string, bigint>>
) => assert.deepEqual(Object.entries(found), Object.entries(expected))

/** The rules of sums. */
export const sumRules = [
  rule(
    "sums are those of all rows after every commit, by key and in the order of the keys",
    Effect.fnUntraced(function* (storage: StorageService) {
      assert.deepEqual(yield* storage.sums(here, Slips, "total", everything), [])
      const slips: Array<Slip> = []
      for (const n of upTo(40)) {
        const some = [slip(2 * n, { b: BigInt(n), a: -5n }), slip(2 * n + 1, { [`c${n % 3}`]: 7n })]
        yield* add(storage, some)
        slips.push(...some)
        expectTotals(yield* totals(storage), folded(slips))
      }
      assert.deepEqual(yield* storage.sums(here, Slips, "count", everything), [
        { key: "slips", amount: 80n }
      ])
    })
  ),
  rule(
    "a row may add to a key several times, and a key whose sum is 0 still exists",
    Effect.fnUntraced(function* (storage: StorageService) {
      const adds = [1n, 2n, -3n].map((amount) => ({ key: "a", place: "", amount }))
      yield* add(storage, [slip(1, adds), slip(2, { b: 4n }), slip(3, { b: -4n, c: 0n })])
      expectTotals(yield* totals(storage), { a: 0n, b: 0n, c: 0n })
    })
  ),
  rule(
    "a commit that conflicts or is a defect adds no amount and no key to any sum",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* add(storage, [slip(1, { a: 1n }, "taken")])
      yield* expectRefusal(
        storage,
        [insert(here, Slips, slip(2, { a: 10n, b: 10n })), insert(here, Slips, slip(1, {}))],
        ["id_taken", Slips, slip(1, {}).id]
      )
      const unstorable: Row = { ...slip(4, { a: 10n, d: 10n }), name: 1n } as never
      yield* expectDefect(
        storage.commit([
          insert(here, Slips, slip(3, { a: 10n, c: 10n })),
          { _tag: "Insert", scope: here, collection: Slips, row: unstorable }
        ])
      )
      yield* Effect.forEach(
        upTo(30),
        (n) => endOf(storage, [insert(here, Slips, slip(10 + n, { a: 1n, e: 1n }, "taken"))]),
        { concurrency: "unbounded" }
      )
      expectTotals(yield* totals(storage), { a: 1n })
    })
  ),
  rule(
    "sums can be read for a range of keys, both ends included",
    Effect.fnUntraced(function* (storage: StorageService) {
      const slips = ["a", "a b", "a c", "ab", "b", "B"].map((key, n) => slip(n, { [key]: 1n }))
      yield* add(storage, slips)
      for (const [keyFrom, keyTo] of [
        ["a", "a"],
        ["a ", "a ~"],
        ["A", "Z"],
        ["a b", "b"],
        ["c", "d"],
        ["b", "a"]
      ] as const) {
        const query = { keyFrom, keyTo }
        expectTotals(yield* totals(storage, query), folded(slips, query))
      }
    })
  ),
  rule(
    "sums can be read for a range of places, without keys that only have other places",
    Effect.fnUntraced(function* (storage: StorageService) {
      const at = (key: string, n: number) => [
        { key, place: n.toString().padStart(4, "0"), amount: BigInt(n) }
      ]
      const slips = [
        ...upTo(300).map((n) => slip(n, at("often", n))),
        ...[20, 5, 5, 299].map((n, nth) => slip(1_000 + nth, at("rarely", n))),
        slip(2_000, at("late", 300))
      ]
      yield* add(storage, slips)
      for (const query of [
        { placeBefore: "0100" },
        { placeFrom: "0006", placeBefore: "0020" },
        { placeFrom: "0005", placeBefore: "0006" },
        { placeFrom: "0250" },
        { placeFrom: "0300" },
        { placeFrom: "0200", placeBefore: "0100" }
      ]) {
        for (const keys of [everything, { keyFrom: "often", keyTo: "often" }]) {
          const asked = { ...keys, ...query }
          expectTotals(yield* totals(storage, asked), folded(slips, asked))
        }
      }
    })
  ),
  rule(
    "each scope has sums of its own",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* add(storage, [slip(1, { a: 1n })])
      yield* add(storage, [slip(1, { a: 20n }), slip(2, { b: 5n })], hereInTest)
      expectTotals(yield* totals(storage), { a: 1n })
      expectTotals(yield* totals(storage, everything, hereInTest), { a: 20n, b: 5n })
      expectTotals(yield* totals(storage, everything, there), {})
    })
  ),
  rule(
    "thousands of the largest 64-bit amounts add up exactly, positive or negative",
    Effect.fnUntraced(function* (storage: StorageService) {
      const amounts = [largest, -largest - 1n, 2n ** 53n + 1n, -1n]
      const slips = upTo(3_000).map((n) =>
        slip(n, { up: largest, down: -largest - 1n, mixed: amounts[n % 4] ?? 0n })
      )
      for (let at = 0; at < slips.length; at += 500) yield* add(storage, slips.slice(at, at + 500))
      expectTotals(yield* totals(storage), folded(slips))
    })
  ),
  rule(
    "1,000 concurrent commits that add to one key don't conflict, and all are in the sum",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* Effect.forEach(upTo(1_000), (n) => add(storage, [slip(n, { a: BigInt(n) })]), {
        concurrency: "unbounded"
      })
      expectTotals(yield* totals(storage), { a: 500_500n })
    })
  ),
  rule(
    "a read contains each concurrent commit as a whole or not at all",
    Effect.fnUntraced(function* (storage: StorageService) {
      const moving = Effect.forEach(
        upTo(400),
        (n) => add(storage, [slip(2 * n, { a: BigInt(n) }), slip(2 * n + 1, { b: -BigInt(n) })]),
        { concurrency: 8 }
      )
      const looking = Effect.forEach(upTo(100), () =>
        Effect.andThen(Effect.yieldNow, totals(storage))
      )
      const [, seen] = yield* Effect.all([moving, looking], { concurrency: "unbounded" })
      for (const { a = 0n, b = 0n } of seen) assert.equal(a + b, 0n)
    })
  ),
  rule(
    "after any history of commits, all sums are those of the stored rows",
    (storage: StorageService) => Effect.promise(() => sumsAgree(storage)),
    long
  ),
  rule("asking for a sum that isn't declared is a defect", (storage: StorageService) =>
    Effect.andThen(
      expectDefect(storage.sums(here, Slips, "others", everything)),
      expectDefect(storage.sums(here, UnsummedSlips, "total", everything))
    )
  )
]

const manySlips = upTo(1_300).map((n) => slip(n, { [`key ${n % 7}`]: BigInt(n), all: 1n }))

/** The rules of sums in a store that outlives the process and the release that wrote it. */
export const durableSumRules = [
  durableRule(
    "sums are kept after opening again, and later commits add to them",
    (storage: StorageService) => add(storage, manySlips),
    Effect.fnUntraced(function* (storage: StorageService) {
      expectTotals(yield* totals(storage), folded(manySlips))
      const more = slip(5_000, { all: 5n, new: 1n })
      yield* add(storage, [more])
      expectTotals(yield* totals(storage), folded([...manySlips, more]))
    })
  ),
  durableRule(
    "sums that a new release declares include the rows of earlier releases",
    (storage: StorageService) =>
      storage.commit(manySlips.map((row) => insert(here, UnsummedSlips, row))),
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* add(storage, [slip(5_000, { all: 5n })])
      expectTotals(yield* totals(storage), folded([...manySlips, slip(5_000, { all: 5n })]))
    })
  ),
  durableRule(
    "sums are those of the migrated rows after a new version of their documents",
    (storage: StorageService) => Effect.andThen(add(storage, manySlips), totals(storage)),
    Effect.fnUntraced(function* (storage: StorageService) {
      const tenfold = manySlips.map(({ adds, ...rest }) => ({
        ...rest,
        adds: adds.map((each) => ({ ...each, amount: 10n * each.amount }))
      }))
      expectTotals(yield* totals(storage, everything, here, TenfoldSlips), folded(tenfold))
    })
  )
]

/** The rules of sums that two processes write. */
export const sharedSumRules = [
  sharedRule(
    "sums that one connection reads include each earlier commit of the other",
    Effect.fnUntraced(function* (one: StorageService, other: StorageService) {
      const slips: Array<Slip> = []
      for (const n of upTo(60)) {
        const row = slip(n, { [`${n % 3}`]: 1n })
        yield* add(n % 2 === 0 ? one : other, [row])
        slips.push(row)
        expectTotals(yield* totals(n % 4 < 2 ? one : other), folded(slips))
      }
    })
  ),
  sharedRule(
    "concurrent commits over both connections are all in the sums, each once",
    Effect.fnUntraced(function* (one: StorageService, other: StorageService) {
      // Descending ids, so that no row comes after the existing rows.
      const slips = upTo(1_500).map((n) => slip(9_000 - n, { a: BigInt(n) }))
      const writing = Effect.forEach(slips, (row, n) => add(n % 2 === 0 ? one : other, [row]), {
        concurrency: 30
      })
      const reading = Effect.forEach(upTo(60), (n) =>
        Effect.andThen(Effect.sleep("1 millis"), totals(n % 2 === 0 ? one : other))
      )
      yield* Effect.all([writing, reading], { concurrency: "unbounded" })
      for (const storage of [one, other]) expectTotals(yield* totals(storage), folded(slips))
    })
  ),
  sharedRule(
    "sums include rows that a still running release without sums writes",
    Effect.fnUntraced(function* (one: StorageService, other: StorageService) {
      const slips = upTo(600).map((n) => slip(n, { a: BigInt(n) }))
      for (const [n, row] of slips.entries()) {
        yield* n % 3 === 0 ? other.commit([insert(here, UnsummedSlips, row)]) : add(one, [row])
        if (n % 50 === 0) expectTotals(yield* totals(one), folded(slips.slice(0, n + 1)))
      }
      expectTotals(yield* totals(one), folded(slips))
    })
  )
]
