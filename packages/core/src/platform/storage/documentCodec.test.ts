import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { type DocumentStep, NewerDocument, type StoredDocument } from "./DocumentStep.ts"
import { documentCodec } from "./documentCodec.ts"

const unchanged = { name: "rows", steps: [] }

const roundTrip = (schema: Schema.Top, row: unknown) => {
  const { encode, decode } = documentCodec<unknown>(schema.ast, unchanged)
  return decode(encode(row))
}

describe("a stored row", () => {
  it("keeps bigints of any size exactly, at any place", () => {
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
  const Row = Schema.Struct({ id: Schema.String, text: Schema.String, total: Schema.BigInt })
  interface Renamed {
    readonly id: string
    readonly text: string
    readonly total: bigint
  }
  const renamed: DocumentStep = ({ sum, ...older }) => ({ ...older, total: sum ?? "0" })
  const trimmed: DocumentStep = (older) => ({ ...older, text: String(older.text).trim() })
  const second = documentCodec<Renamed>(Row.ast, { name: "rows", steps: [renamed] })
  const third = documentCodec<Renamed>(Row.ast, { name: "rows", steps: [renamed, trimmed] })

  it("contains its version, unless it is version 1", () => {
    const row = { id: "a", text: "b", total: 7n }
    const bare = '{"id":"a","text":"b","total":"7"}'
    expect(documentCodec(Row.ast, unchanged).encode(row)).toBe(bare)
    expect(second.encode(row)).toBe(`[2,${bare}]`)
    expect([second.version, third.version]).toEqual([2, 3])
  })

  it("is read through the steps since its version, in order", () => {
    const row = { id: "a", text: "b", total: 7n }
    expect(third.decode('{"id":"a","text":" b ","sum":"7"}')).toEqual(row)
    expect(third.decode('[2,{"id":"a","text":" b ","total":"7"}]')).toEqual(row)
    expect(third.decode('[3,{"id":"a","text":" b ","total":"7"}]')).toEqual({ ...row, text: " b " })
  })

  it("is refused with the collection and both versions if it is of a newer release", () => {
    const newer = third.encode({ id: "a", text: "b", total: 7n })
    expect(() => second.decode(newer)).toThrow(NewerDocument)
    expect(() => second.decode(newer)).toThrow("A row of rows is of version 3")
    expect(() => documentCodec(Row.ast, unchanged).decode(newer)).toThrow("this release knows 1")
  })

  it.each(["0", "-1", "1.5", "null", '"2"', '"x"', "1e400", "[1]"])(
    "is refused if its version is %s",
    (mark) => {
      const text = `[${mark},{"id":"a","text":"b","total":"7"}]`
      expect(() => second.decode(text)).toThrow("A stored row of rows has no version.")
      expect(() => documentCodec(Row.ast, unchanged).decode(text)).toThrow("has no version")
    }
  )

  it.each(["null", "5", '"x"', "[1]", "[2]", "[2,null]", "[2,[]]", '[1,"x"]'])(
    "is refused if its text is %s",
    (text) => {
      expect(() => second.decode(text)).toThrow("A stored row of rows is not a document.")
    }
  )

  it.each<[string, unknown]>([
    ["nothing", () => undefined],
    ["a promise", async (older: StoredDocument) => older],
    ["a list", (older: StoredDocument) => [older]],
    ["a text", () => "x"],
    ["a document of another id", (older: StoredDocument) => ({ ...older, id: "z" })],
    ["a document without an id", ({ id: _, ...older }: StoredDocument) => older],
    [
      "another id of the document it was given",
      (older: Record<string, unknown>) => Object.assign(older, { id: "z" })
    ]
  ])("is refused if a step returns %s", (_, step) => {
    const steps = [renamed, step as DocumentStep]
    const { decode } = documentCodec<Renamed>(Row.ast, { name: "rows", steps })
    const message = "The step of rows from version 2 to 3 makes no document with its id."
    for (const text of ['{"id":"a","sum":"7"}', '[2,{"id":"a","total":"7"}]']) {
      expect(() => decode(text)).toThrow(message)
    }
  })
})
