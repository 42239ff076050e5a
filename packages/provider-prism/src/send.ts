import { classifyHttpFailure, type HttpFailure } from "@payloom/core"
import type { BuiltRequest, RawAnswer } from "./library/PrismLibrary.ts"

/** The engine waits for an answer for 30 seconds by default. Its late answers count too. */
const timeoutMs = 60_000

/** The longest answer that is read, in bytes. */
const mostBytes = 2_000_000

/**
 * Sends a request once, follows no redirects, and reads at most 2 MB of the answer. Throws an
 * `HttpFailure` if the connection failed.
 */
export const send = async (
  { method, url, headers, body }: BuiltRequest,
  by: typeof fetch,
  signal: AbortSignal
): Promise<RawAnswer> => {
  try {
    const response = await by(url, {
      method,
      headers: { ...headers },
      ...(method === "GET" || method === "HEAD" ? {} : { body }),
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    })
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await boundedText(response)
    }
  } catch (failure) {
    throw classifyHttpFailure(failure) ?? unknown(String(failure))
  }
}

const boundedText = async ({ body }: Response): Promise<string> => {
  if (body === null) return ""
  const chunks: Array<Uint8Array> = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.byteLength
    if (length > mostBytes) throw new Error(`The answer is longer than ${mostBytes} bytes.`)
    chunks.push(chunk)
  }
  // Some processors put a byte order mark before their JSON.
  return Buffer.concat(chunks)
    .toString()
    .replace(/^\uFEFF/, "")
}

/** Returns the outcome of a request that may have been carried out. */
export const unknown = (reason: string): HttpFailure => ({ _tag: "Unknown", reason })
