import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { wireCodec } from "../../kernel/codec/WireCodec.ts"
import { list, listCodec } from "./List.ts"

const Note = Schema.Struct({ id: Schema.String })

const codec = listCodec(wireCodec(Note))

const page = list([{ id: "first" }, { id: 'a "second"' }], 'cursor "1"')

describe("a list as JSON", () => {
  it("has the same content as text, as parts and as a value", () => {
    const text = codec.toBody(page)
    expect(JSON.parse(text)).toEqual(codec.encode(page))
    expect([...codec.toParts(page)].join("")).toBe(text)
    expect(codec.encode(page)).toEqual({
      object: "list",
      data: page.data,
      has_more: true,
      next_cursor: 'cursor "1"'
    })
  })

  it("is valid without items and without a cursor", () => {
    expect(codec.toBody(list([]))).toBe(
      '{"object":"list","data":[],"has_more":false,"next_cursor":null}'
    )
  })

  it("is encoded item by item", () => {
    expect([...codec.toParts(page)]).toHaveLength(4)
  })

  it("is read again", () => {
    expect(codec.fromBody(codec.toBody(page))).toEqual(page)
  })
})
