import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { documentCodec } from "./documentCodec.ts"

const roundTrip = (schema: Schema.Top, row: unknown) => {
  const { encode, decode } = documentCodec<unknown>(schema.ast)
  return decode(encode(row))
}

describe("a stored row", () => {
  it("keeps bigints of any size exactly, wherever they stand", () => {
    const Row = Schema.Struct({
      amount: Schema.BigInt,
      nothing: Schema.NullOr(Schema.BigInt),
      absent: Schema.optionalKey(Schema.BigInt),
      nested: Schema.Struct({ fee: Schema.BigInt }),
      entries: Schema.Array(Schema.Struct({ account: Schema.String, amount: Schema.BigInt }))
    })
    const row = {
      amount: 2n ** 63n - 1n,
      nothing: null,
      nested: { fee: -5n },
      entries: [
        { account: "a", amount: 10n },
        { account: "b", amount: -10n }
      ]
    }
    expect(roundTrip(Row, row)).toStrictEqual(row)
  })

  it("keeps the bigints of every variant of a union", () => {
    const Row = Schema.Union([
      Schema.Struct({ _tag: Schema.Literal("A"), left: Schema.BigInt }),
      Schema.Struct({ _tag: Schema.Literal("B"), right: Schema.BigInt })
    ])
    expect(roundTrip(Row, { _tag: "A", left: 1n })).toStrictEqual({ _tag: "A", left: 1n })
    expect(roundTrip(Row, { _tag: "B", right: 2n })).toStrictEqual({ _tag: "B", right: 2n })
  })

  it("is not changed by being encoded", () => {
    const row = Object.freeze({ amount: 1n, list: Object.freeze([1n]) })
    const Row = Schema.Struct({ amount: Schema.BigInt, list: Schema.Array(Schema.BigInt) })
    documentCodec(Row.ast).encode(row)
    expect(row).toStrictEqual({ amount: 1n, list: [1n] })
  })
})
