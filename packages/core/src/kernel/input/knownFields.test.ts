import { Result, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { hasOnlyKnownFields } from "./knownFields.ts"

interface Folder {
  readonly name: string
  readonly inside?: ReadonlyArray<Folder>
}

const Folder = Schema.Struct({
  name: Schema.String,
  inside: Schema.optionalKey(
    Schema.Array(Schema.suspend((): Schema.Codec<Folder> => Folder as Schema.Codec<Folder>))
  )
})

const Input = Schema.Struct({
  amount: Schema.optionalKey(Schema.BigInt),
  address: Schema.optionalKey(Schema.Struct({ city: Schema.String })),
  lines: Schema.optionalKey(Schema.Array(Schema.Struct({ price: Schema.Number }))),
  notes: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  shortNames: Schema.optionalKey(
    Schema.Record(Schema.String.check(Schema.isMaxLength(3)), Schema.String)
  ),
  either: Schema.optionalKey(
    Schema.Union([Schema.Struct({ a: Schema.String }), Schema.Struct({ b: Schema.String })])
  ),
  folder: Schema.optionalKey(Folder)
}).pipe(Schema.encodeKeys({ shortNames: "short_names" }))

const isKnown = hasOnlyKnownFields(Schema.toEncoded(Input).ast)

/** Returns true if the schema's own check finds no unknown field. */
const strict = (input: unknown): boolean =>
  Result.isSuccess(Schema.decodeUnknownResult(Input, { onExcessProperty: "error" })(input))

describe("the walk for unknown fields", () => {
  it.each<unknown>([
    {},
    { address: { city: "Bonn" }, lines: [{ price: 1 }, { price: 2 }] },
    { notes: { any: "text", constructor: "x" }, lines: [] },
    Object.assign(Object.create(null), { notes: { a: "b" } })
  ])("knows all fields of %j, and so does the schema's own check", (input) => {
    expect(isKnown(input)).toBe(true)
    expect(strict(input)).toBe(true)
  })

  it.each<unknown>([
    { other: 1 },
    { shortNames: {} },
    { address: { city: "Bonn", street: "x" } },
    { lines: [{ price: 1 }, { price: 2, tax: 1 }] },
    { [Symbol.for("hidden")]: 1 },
    { __proto__: null, toString: 1 },
    { either: { a: "x", b: "y" } },
    { short_names: { long: "name" } },
    { folder: { name: "x", inside: [{ name: "y", size: 1 }] } }
  ])("leaves %j to the schema's own check, which refuses it", (input) => {
    expect(isKnown(input)).toBe(false)
    expect(strict(input)).toBe(false)
  })

  it.each<unknown>([
    { either: { a: "x" } },
    { short_names: { a: "b" } },
    { folder: { name: "x", inside: [{ name: "y" }] } }
  ])("leaves %j to the schema's own check, which accepts it", (input) => {
    expect(isKnown(input)).toBe(false)
    expect(strict(input)).toBe(true)
  })

  it("leaves values of a wrong type to the schema", () => {
    for (const input of ["text", null, 1, { lines: "none" }, { address: null }]) {
      expect(isKnown(input)).toBe(true)
      expect(strict(input)).toBe(false)
    }
  })
})
