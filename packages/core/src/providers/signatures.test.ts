import { createHmac } from "node:crypto"
import { describe, expect, it } from "vitest"
import { isHmac, isSameText } from "./signatures.ts"

describe("a signature by HMAC", () => {
  const text = "body"
  const sign = (
    key: string | Uint8Array,
    algorithm: string,
    encoding: "hex" | "base64" | "base64url"
  ) => createHmac(algorithm, key).update(text).digest(encoding)

  it("is the key's over the text, in each algorithm and encoding", () => {
    for (const algorithm of ["sha256", "sha512"] as const) {
      for (const encoding of ["hex", "base64"] as const) {
        const signature = sign("key", algorithm, encoding)
        const given = { key: "key", text, signature, algorithm, encoding }
        expect(isHmac(given)).toBe(true)
        expect(isHmac({ ...given, key: "other" })).toBe(false)
        expect(isHmac({ ...given, text: "bodY" })).toBe(false)
        expect(isHmac({ ...given, signature: signature.slice(0, -4) })).toBe(false)
        expect(isHmac({ ...given, signature: `${signature}0` })).toBe(false)
      }
    }
  })

  it("may be by a key of bytes", () => {
    const key = new Uint8Array([0, 255, 128])
    expect(isHmac({ key, text, signature: sign(key, "sha256", "hex") })).toBe(true)
    expect(isHmac({ key: "\0\u00ff", text, signature: sign(key, "sha256", "hex") })).toBe(false)
  })

  it("may have capitals in hex, and the alphabet for addresses in base64", () => {
    const capitals = sign("key", "sha256", "hex").toUpperCase()
    expect(isHmac({ key: "key", text, signature: capitals })).toBe(true)
    const keys = Array.from({ length: 20 }, (_, index) => `key ${index}`)
    for (const key of keys) {
      const signature = sign(key, "sha512", "base64url")
      const given = { key, text, signature, algorithm: "sha512", encoding: "base64" } as const
      expect(isHmac(given)).toBe(true)
      const other = `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`
      expect(isHmac({ ...given, signature: other })).toBe(false)
    }
  })

  it("is never valid by an empty key, or without a signature", () => {
    expect(isHmac({ key: "", text, signature: sign("", "sha256", "hex") })).toBe(false)
    const none = new Uint8Array()
    expect(isHmac({ key: none, text, signature: sign(none, "sha256", "hex") })).toBe(false)
    expect(isHmac({ key: "key", text, signature: undefined })).toBe(false)
    expect(isHmac({ key: "key", text, signature: "" })).toBe(false)
  })

  it("has the same text as the expected one, in any script", () => {
    expect(isSameText("Ünïcode", "Ünïcode")).toBe(true)
    expect(isSameText("ab", "ac")).toBe(false)
    expect(isSameText("ab", "abc")).toBe(false)
  })
})
