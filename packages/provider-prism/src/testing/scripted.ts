import type { CardRelay } from "@payloom/core"
import type { FlowCall, ParsedAnswer, PrismLibrary } from "../library/PrismLibrary.ts"

/** An answer that the library read, without anything in it. */
const nothing: ParsedAnswer = {
  status: null,
  transactionId: null,
  error: null,
  page: null,
  networkReference: null,
  featureData: null,
  token: null
}

/** A library of a test's own, and the calls that it got. */
export interface ScriptedLibrary extends PrismLibrary {
  readonly calls: ReadonlyArray<FlowCall>
}

/** Returns a library that builds the same body for all calls, and reads all answers alike. */
export const scriptedLibrary = (
  body: object,
  read: Partial<ParsedAnswer> | Error,
  built: Error | null = null
): ScriptedLibrary => {
  const calls: Array<FlowCall> = []
  return {
    calls,
    request: async (call) => {
      calls.push(call)
      if (built !== null) throw built
      const headers = { "content-type": "application/json" }
      return {
        method: "POST",
        url: "https://processor.invalid/",
        headers,
        body: JSON.stringify(body)
      }
    },
    parse: async () => {
      if (read instanceof Error) throw read
      return { ...nothing, ...read }
    }
  }
}

/** A request that was sent. */
interface SentRequest {
  readonly url: string
  readonly headers: Headers
  readonly body: string
}

/** Returns a `fetch` that gives this answer, and the requests that it got. */
export const scriptedFetch = (status: number, body: string | (() => Promise<Response>)) => {
  const sent: Array<SentRequest> = []
  const send: typeof fetch = async (url, init) => {
    sent.push({ url: String(url), headers: new Headers(init?.headers), body: String(init?.body) })
    return typeof body === "string" ? new Response(body, { status }) : body()
  }
  return { sent, fetch: send }
}

/** Returns a relay with marks such as `~number~`. */
export const markingRelay = (send: typeof fetch): CardRelay => ({
  marksOf: () => ({
    number: "~number~",
    expiryMonth: "~month~",
    expiryYear: "~year~",
    securityCode: "~code~",
    holderName: null
  }),
  fetch: send
})
