import { randomBytes } from "node:crypto"
import { expect, it } from "vitest"
import { LongText } from "../../frame/LongText.ts"
import { base64Bytes } from "./base64Bytes.ts"

const inPieces = (text: string, length: number): LongText =>
  new LongText(text.match(new RegExp(`[^]{1,${length}}`, "g")) ?? [])

it("a file has the bytes of its Base64, wherever its pieces end", async () => {
  for (const size of [1, 2, 3, 700_000, 700_001, 700_002]) {
    const bytes = randomBytes(size)
    const base64 = bytes.toString("base64")
    expect(Buffer.compare(await base64Bytes(base64), bytes)).toBe(0)
    for (const length of [1_000, 65_537]) {
      expect(Buffer.compare(await base64Bytes(inPieces(base64, length)), bytes)).toBe(0)
    }
  }
})

it("a file that isn't Base64 is refused", async () => {
  for (const odd of ["a", "ab", "abc", "ab=c", "ab==abcd", "ab c", "ab\ncd", "a===", "äbcd"]) {
    await expect(base64Bytes(odd)).rejects.toThrow("must be Base64")
    await expect(base64Bytes(inPieces(`abcd${odd}`, 3))).rejects.toThrow("must be Base64")
  }
})
