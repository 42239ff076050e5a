import { hmac } from "@noble/hashes/hmac.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import fc from "fast-check"
import { expect, it } from "vitest"
import { hmacWith } from "./hmacWith.ts"

/** Any code unit, so that halves of pairs come alone as well. */
const utf16 = fc.nat(0xffff).map((unit) => String.fromCharCode(unit))

it("an HMAC is the same on every runtime, whatever the texts under a key", () => {
  const key = sha256(utf8ToBytes("a master secret"))
  const sign = hmacWith(key)
  fc.assert(
    fc.property(fc.string({ unit: utf16 }), (text) => {
      expect(sign(text)).toEqual(hmac(sha256, key, utf8ToBytes(text)))
    })
  )
})
