import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import fc from "fast-check"
import { expect, it } from "vitest"
import { anyUnit } from "../../kernel/primitives/testing/anyUnit.ts"
import { fingerprintOf } from "./fingerprintOf.ts"

it("a fingerprint is the SHA-256 of the text in UTF-8, in hex", () => {
  expect(fingerprintOf("abc")).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
  )
})

it("a fingerprint of any text is the same on every runtime", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyUnit }), (text) => {
      expect(fingerprintOf(text)).toBe(bytesToHex(sha256(utf8ToBytes(text))))
    })
  )
})
