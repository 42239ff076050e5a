import { Agent, request } from "node:http"
import { text } from "node:stream/consumers"
import type { BuiltRequest, RawAnswer } from "@payloom/provider-prism"

const agent = new Agent({ keepAlive: true })

/**
 * Sends a request to a fake as the library has built it. The header `host` is the library's too,
 * because some signatures cover it. Rejects without an answer in time.
 */
export const sendBuilt = (
  { method, url, headers, body }: BuiltRequest,
  timeoutMs: number
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const sent = request(url, { method, headers: { ...headers }, agent, signal })
    sent.once("error", reject)
    sent.once("response", (response) => {
      const got = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
      const { statusCode: status = 0 } = response
      text(response).then(
        (content) => resolve({ status, headers: Object.fromEntries(got), body: content }),
        reject
      )
    })
    sent.end(body)
  })
