import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { type DocumentStep, NewerDocument } from "./DocumentStep.ts"
import { documentCodec } from "./documentCodec.ts"

const unchanged = { name: "rows", steps: [] }

const roundTrip = (schema: Schema.Top, row: unknown) => {
  const { encode, decode } = documentCodec<unknown>(schema.ast, unchanged)
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
    documentCodec(Row.ast, unchanged).encode(row)
    expect(row).toStrictEqual({ amount: 1n, list: [1n] })
  })
})

describe("a stored row of a collection that has changed", () => {
  const Row = Schema.Struct({ id: Schema.String, total: Schema.BigInt })
  interface Renamed {
    readonly id: string
    readonly total: bigint
  }
  const renamed: DocumentStep = ({ sum, ...older }) => ({ ...older, total: sum ?? "0" })
  const trimmed: DocumentStep = (older) => ({ ...older, id: String(older.id).trim() })
  const second = documentCodec<Renamed>(Row.ast, { name: "rows", steps: [renamed] })
  const third = documentCodec<Renamed>(Row.ast, { name: "rows", steps: [renamed, trimmed] })

  it("says of which version it is, but for the first, which had none to tell from", () => {
    const row = { id: "a", total: 7n }
    expect(documentCodec(Row.ast, unchanged).encode(row)).toBe('{"id":"a","total":"7"}')
    expect(second.encode(row)).toBe('[2,{"id":"a","total":"7"}]')
    expect([second.version, third.version]).toEqual([2, 3])
  })

  it("is read by the steps since its own version, in their order", () => {
    expect(third.decode('{"id":" a ","sum":"7"}')).toEqual({ id: "a", total: 7n })
    expect(third.decode('[2,{"id":" a ","total":"7"}]')).toEqual({ id: "a", total: 7n })
    expect(third.decode('[3,{"id":" a ","total":"7"}]')).toEqual({ id: " a ", total: 7n })
  })

  it("of a newer release is refused, with the collection and both versions", () => {
    const newer = third.encode({ id: "a", total: 7n })
    expect(() => second.decode(newer)).toThrow(NewerDocument)
    expect(() => second.decode(newer)).toThrow("A row of rows is of version 3")
    expect(() => documentCodec(Row.ast, unchanged).decode(newer)).toThrow("this release knows 1")
  })
})
