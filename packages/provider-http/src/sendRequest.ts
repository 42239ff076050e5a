import { classifyHttpFailure, type HttpFailure } from "@payloom/core"

/** A request to a provider. */
export interface OutgoingRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Ignored for a GET. */
  readonly body: string
}

/** A provider's answer as it came. */
export interface IncomingAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The engine waits for an answer for 30 seconds by default. Its late answers count too. */
const timeoutMs = 60_000

/** The longest answer that is read, in bytes. */
const mostBytes = 2_000_000

/**
 * Sends a request once, follows no redirects, and reads at most 2 MB of the answer. Rejects with an
 * `HttpFailure` if the connection failed.
 */
export const sendRequest = async (
  { method, url, headers, body }: OutgoingRequest,
  by: typeof fetch,
  signal: AbortSignal
): Promise<IncomingAnswer> => {
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
    const reason = String(failure)
    throw classifyHttpFailure(failure) ?? ({ _tag: "Unknown", reason } satisfies HttpFailure)
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
  // Some providers put a byte order mark before their JSON.
  return Buffer.concat(chunks)
    .toString()
    .replace(/^\uFEFF/, "")
}
