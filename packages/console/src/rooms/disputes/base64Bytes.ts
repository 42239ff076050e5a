import type { LongText } from "../../frame/LongText.ts"
import { Refused } from "../../frame/refusals.ts"

/** Returns the bytes of a text of Base64. The decoder leaves out characters that are none of it. */
export const base64Bytes = async (base64: string | LongText): Promise<Uint8Array> => {
  const bytes = Buffer.alloc(Math.ceil((base64.length * 3) / 4))
  let written = 0
  let rest = ""
  let last = ""
  for await (const piece of typeof base64 === "string" ? [base64] : base64) {
    const text = rest + piece
    // Four characters are three bytes.
    const whole = text.length - (text.length % 4)
    written += bytes.write(text.slice(0, whole), written, "base64")
    rest = text.slice(whole)
    last = text
  }
  const padding = last.endsWith("==") ? 2 : last.endsWith("=") ? 1 : 0
  if (rest === "" && written === (base64.length / 4) * 3 - padding) {
    return bytes.subarray(0, written)
  }
  throw new Refused(400, "body_malformed", "The content of each file must be Base64.")
}
