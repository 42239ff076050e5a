import { type Collection, collection, type Scope, type Summand, type SumQuery } from "@payloom/core"
import { Effect, Schema } from "effect"
import { here } from "./contractRows.ts"
import type { StorageService } from "./StorageRule.ts"

const Addition = Schema.Struct({
  key: Schema.String,
  place: Schema.String,
  amount: Schema.BigInt
})

/** A row that contains the amounts that it adds to the sums of its collection. */
export const Slip = Schema.Struct({
  id: Schema.String,
  adds: Schema.Array(Addition),
  name: Schema.NullOr(Schema.String)
})
export type Slip = typeof Slip.Type

const name = "contract_slips"

const declared = {
  name,
  schema: Slip,
  unique: { name: { of: (slip: Slip) => slip.name } },
  appendOnly: true
} as const

/** Slips of a release that had no sums. */
export const UnsummedSlips: Collection<Slip> = collection<Slip>(declared)

/** Returns the amounts that a slip adds to the sum `total`. */
const addedBy = (slip: Slip): ReadonlyArray<Summand> => slip.adds

/** Append-only slips with two sums: their amounts, and their number. */
export const Slips: Collection<Slip> = collection<Slip>({
  ...declared,
  sums: {
    total: { of: addedBy },
    count: { of: () => [{ key: "slips", place: "", amount: 1n }] }
  }
})

/** Slips of a later release, in which every amount counts ten times. */
export const TenfoldSlips: Collection<Slip> = collection<Slip>({
  ...declared,
  steps: [
    ({ adds, ...older }) => ({
      ...older,
      adds: (adds as ReadonlyArray<{ readonly amount: string }>).map((each) => ({
        ...each,
        amount: `${each.amount}0`
      }))
    })
  ],
  sums: { total: { of: addedBy } }
})

/** Returns a slip with this number, which adds at the first place by default. */
export const slip = (
  number: number,
  adds: Readonly<Record<string, bigint>> | ReadonlyArray<Summand>,
  name: string | null = null
): Slip => ({
  id: `slip_${number.toString().padStart(8, "0")}`,
  adds: isList(adds)
    ? adds
    : Object.entries(adds).map(([key, amount]) => ({ key, place: "", amount })),
  name
})

const isList = (
  adds: Readonly<Record<string, bigint>> | ReadonlyArray<Summand>
): adds is ReadonlyArray<Summand> => Array.isArray(adds)

/** A query for every key and every place. */
export const everything: SumQuery = { keyFrom: "", keyTo: "~" }

/** Adds up slips one by one. */
export const folded = (
  slips: ReadonlyArray<Slip>,
  { keyFrom, keyTo, placeFrom, placeBefore }: SumQuery = everything
): Readonly<Record<string, bigint>> => {
  const found = slips
    .flatMap(addedBy)
    .filter(({ key }) => key >= keyFrom && key <= keyTo)
    .filter(({ place }) => placeFrom === undefined || place >= placeFrom)
    .filter(({ place }) => placeBefore === undefined || place < placeBefore)
  const keys = [...new Set(found.map(({ key }) => key))].sort()
  return Object.fromEntries(
    keys.map((key) => [
      key,
      found.reduce((sum, each) => (each.key === key ? sum + each.amount : sum), 0n)
    ])
  )
}

/** Returns the sums `total`, in the order of the answer. */
export const totals = (
  storage: StorageService,
  query: SumQuery = everything,
  scope: Scope = here,
  of: Collection<Slip> = Slips
) =>
  Effect.map(storage.sums(scope, of, "total", query), (sums) =>
    Object.fromEntries(sums.map(({ key, amount }) => [key, amount]))
  )
