import { Effect, Option } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Secrets } from "../secrets/Secrets.ts"
import type { Scope } from "../storage/Scope.ts"
import { type CursorBinding, decodeCursor, encodeCursor } from "./Cursor.ts"

const secret = "a secret of at least thirty-two characters"

const run = <A>(effect: Effect.Effect<A, never, Secrets>, masterSecret = secret): A =>
  Effect.runSync(Effect.provide(effect, Secrets.layer(masterSecret)))

const scope: Scope = { tenant: "tenant_01KA0000000000000000000000", mode: "test" }
const binding: CursorBinding = { scope, list: "payments", filters: [["succeeded"], 1, null] }
const id = "payment_01KA1B2C3D4E5F6G7H8J9KAMNP"
const cursor = run(encodeCursor(binding, id))

const accepted = (text: string, under: CursorBinding = binding) =>
  Option.isSome(run(decodeCursor(under, text)))

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=. \u00e9"
const symbol = fc.constantFrom(...alphabet)
const position = fc.nat({ max: cursor.length })

/**
 * One change to the text: an insertion, removal, replacement, swap, cut, doubling, or a new text.
 */
const mutation = fc.oneof(
  fc.tuple(position, symbol).map(([at, s]) => cursor.slice(0, at) + s + cursor.slice(at)),
  fc.tuple(position, symbol).map(([at, s]) => cursor.slice(0, at) + s + cursor.slice(at + 1)),
  position.map((at) => cursor.slice(0, at) + cursor.slice(at + 1)),
  position.map((at) => cursor.slice(0, at)),
  position.map((at) => cursor.slice(at)),
  position.map((at) => cursor.slice(0, at) + (cursor[at + 1] ?? "") + (cursor[at] ?? "")),
  fc.constantFrom(`${cursor}${cursor}`, cursor.toLowerCase(), `${cursor}=`, ` ${cursor}`),
  fc.base64String({ maxLength: 120 }),
  fc.string({ maxLength: 120 })
)

describe("a cursor", () => {
  it("decodes to the id that it was made for", () => {
    expect(run(decodeCursor(binding, cursor))).toEqual(Option.some(id))
  })

  it("can't be forged, which 10,000 alterations show", () => {
    fc.assert(
      fc.property(mutation, (text) => {
        fc.pre(text !== cursor)
        expect(accepted(text)).toBe(false)
      }),
      { numRuns: 10_000 }
    )
  })

  it("can't be forged bit by bit", () => {
    const bytes = Buffer.from(cursor, "base64url")
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes)
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(accepted(flipped.toString("base64url"))).toBe(false)
    }
  })

  it("has only one spelling, although base64 has several for one value", () => {
    const spellings = [...alphabet].map((last) => cursor.slice(0, -1) + last)
    const bytes = Buffer.from(cursor, "base64url")
    const alike = spellings.filter((text) => Buffer.from(text, "base64url").equals(bytes))
    expect(alike.length).toBeGreaterThan(1)
    expect(alike.filter((text) => accepted(text))).toEqual([cursor])
  })

  it("is not valid for another tenant, mode or list, or with other filters", () => {
    const others: ReadonlyArray<CursorBinding> = [
      { ...binding, scope: { ...scope, mode: "live" } },
      { ...binding, scope: { ...scope, tenant: "tenant_01KA0000000000000000000001" } },
      { ...binding, list: "attempts" },
      { ...binding, filters: [["succeeded"], 1, 2] },
      { ...binding, filters: [["succeeded"], 1] },
      { ...binding, filters: [null, 1, null] },
      { ...binding, filters: null }
    ]
    for (const other of others) expect(accepted(cursor, other)).toBe(false)
  })

  it("is not valid with another master secret", () => {
    const elsewhere = run(encodeCursor(binding, id), "another secret of that very length here")
    expect(accepted(elsewhere)).toBe(false)
  })

  it("separates the list's name from the filters", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (a, b, c, d) => {
        fc.pre(a !== c || b !== d)
        const one = run(encodeCursor({ scope, list: a, filters: [b] }, id))
        expect(accepted(one, { scope, list: c, filters: [d] })).toBe(false)
      })
    )
  })

  it("does not show the id, and is safe in a URL", () => {
    expect(cursor).not.toContain(id)
    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/)
  })
})
