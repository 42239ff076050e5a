import type { Fetch } from "./ClientOptions.ts"

/** A request that can be sent several times. */
export interface Sendable {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly timeoutMs: number
  readonly signal: AbortSignal | null
  readonly fetch: Fetch
  /** Further settings of the request, which not every platform has. */
  readonly settings?: Pick<RequestInit, "cache" | "credentials" | "referrerPolicy">
}

/** The body of a refusal. */
interface RefusalBody {
  readonly type: string
  readonly code: string
  readonly message: string
  readonly param?: string
}

/** The end of one try. */
export type Attempt =
  | { readonly kind: "answered"; readonly value: unknown; readonly response: Response }
  | { readonly kind: "refused"; readonly error: RefusalBody; readonly response: Response }
  /** An answer that is not the server's, such as of a proxy. */
  | { readonly kind: "foreign"; readonly response: Response; readonly cause: unknown }
  | { readonly kind: "lost"; readonly cause: unknown }

/**
 * Sends a request once, and reads its answer. Rejects with the signal's reason if the caller ended
 * the call. The time limit covers the answer's body.
 */
export const attempt = async (request: Sendable): Promise<Attempt> => {
  const { url, method, headers, body, signal, timeoutMs } = request
  signal?.throwIfAborted()
  const ending = new AbortController()
  const end = () => ending.abort(signal?.reason)
  signal?.addEventListener("abort", end)
  const timer = setTimeout(() => {
    ending.abort(new DOMException(`No answer came within ${timeoutMs} ms.`, "TimeoutError"))
  }, timeoutMs)
  try {
    const { fetch } = request
    // Browsers and workers refuse a call of their fetch as the method of another object.
    const response = await fetch(url, {
      ...request.settings,
      method,
      headers: { ...headers },
      ...(body === null ? {} : { body }),
      redirect: "manual",
      signal: ending.signal
    })
    return read(response, await response.text())
  } catch (cause) {
    signal?.throwIfAborted()
    return { kind: "lost", cause }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener("abort", end)
  }
}

const read = (response: Response, text: string): Attempt => {
  try {
    const value: unknown = JSON.parse(text)
    if (response.ok) return { kind: "answered", value, response }
    const error = refusalIn(value)
    if (error !== null) return { kind: "refused", error, response }
    return { kind: "foreign", response, cause: null }
  } catch (cause) {
    return { kind: "foreign", response, cause }
  }
}

const refusalIn = (value: unknown): RefusalBody | null => {
  const error = Object(Object(value).error) as Partial<RefusalBody>
  const { type, code, message } = error
  const isRefusal =
    typeof type === "string" && typeof code === "string" && typeof message === "string"
  return isRefusal ? (error as RefusalBody) : null
}
