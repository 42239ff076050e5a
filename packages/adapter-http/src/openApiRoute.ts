import type { Services } from "@payloom/core"
import { openApiText } from "./openApi.ts"
import type { Reply } from "./reply.ts"

/** The document of an engine, as it is sent. */
interface Sent {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The tag of the bytes, in quotes. It changes with them. */
  readonly tag: string
}

/**
 * Returns a function that answers `/openapi.json`. The document is written for the first reader. A
 * reader that has it already, by its tag in `If-None-Match`, gets a 304 without a body.
 */
export const openApiRoute = (
  parts: Services["parts"],
  base: string
): ((ifNoneMatch: string | undefined) => Promise<Reply>) => {
  let made: Promise<Sent> | undefined
  return async (ifNoneMatch) => {
    made ??= openApiText(parts, base).then(tagged)
    const { bytes, tag } = await made
    // Readers keep a copy and ask each time if it changed.
    const headers = { ETag: tag, "Cache-Control": "no-cache" }
    return isKnown(tag, ifNoneMatch)
      ? { status: 304, body: null, headers }
      : { status: 200, body: bytes, headers }
  }
}

/** Encodes the document once, because it has hundreds of kilobytes and anybody may ask for it. */
const tagged = async (text: string): Promise<Sent> => {
  const bytes = new TextEncoder().encode(text)
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))
  return { bytes, tag: `"${btoa(String.fromCharCode(...digest.subarray(0, 15)))}"` }
}

/** Compares without regard to `W/`, because a compressed answer has a weak tag. */
const isKnown = (tag: string, ifNoneMatch = ""): boolean =>
  ifNoneMatch.trim() === "*" || (ifNoneMatch.match(/"[^"]*"/g)?.includes(tag) ?? false)
