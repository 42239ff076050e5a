import { Schema } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { validateDocument } from "./validateDocument.ts"

const schema = Schema.Struct({
  id: Schema.String,
  amount: Schema.BigInt,
  card: Schema.NullOr(Schema.Struct({ last4: Schema.String })),
  note: Schema.optionalKey(Schema.String)
})

const card = fc.constantFrom(null, { last4: "4242" })
const field = {
  id: fc.string(),
  amount: fc.bigInt(),
  card,
  note: fc.string()
}
const rows = fc.record(field, { requiredKeys: ["id", "amount", "card"] })
const anything = fc.record(
  {
    id: fc.oneof(field.id, fc.constant(1)),
    amount: fc.oneof(field.amount, fc.constant(2)),
    card: fc.oneof(card, fc.constant({ last4: 4 })),
    note: fc.oneof(field.note, fc.constant(undefined))
  },
  { requiredKeys: [] }
)

describe("validateDocument", () => {
  const conforms = validateDocument(schema)
  const isWhole = Schema.is(schema)

  it("gives the same result for a row with or without the row before it", () => {
    fc.assert(
      fc.property(rows, anything, (before, change) => {
        const after = { ...before, ...change }
        const { note: _, ...without } = after
        for (const row of [after, without, change]) {
          expect(conforms(row, before)).toBe(isWhole(row))
        }
      })
    )
  })

  it("refuses a value that is not a row, whatever the row before it", () => {
    const before = { id: "a", amount: 1n, card: null }
    for (const value of [null, undefined, 1, "a", []]) expect(conforms(value, before)).toBe(false)
  })

  it("checks a rule over several fields for each row", () => {
    const ordered = Schema.Struct({ low: Schema.Number, high: Schema.Number }).check(
      Schema.makeFilter(({ low, high }) => low <= high)
    )
    expect(validateDocument(ordered)({ low: 3, high: 2 }, { low: 1, high: 2 })).toBe(false)
  })
})
