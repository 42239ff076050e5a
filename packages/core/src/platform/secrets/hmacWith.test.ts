import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import fc from "fast-check"
import { expect, it } from "vitest"
import { anyUnit } from "../../kernel/primitives/testing/anyUnit.ts"
import { hmacWith } from "./hmacWith.ts"

it("an HMAC of any text is the same on every runtime", () => {
  const key = sha256(utf8ToBytes("a master secret"))
  const sign = hmacWith(key)
  fc.assert(
    fc.property(fc.string({ unit: anyUnit }), (text) => {
      expect(sign(text)).toEqual(hmac(sha256, key, utf8ToBytes(text)))
    })
  )
})
