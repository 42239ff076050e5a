import { reasonOf } from "@payloom/core"

interface Described {
  readonly name?: unknown
  readonly cause?: unknown
}

/** Returns why `fetch` got no answer, in a few words: `timeout`, or the fault of the connection. */
export const networkReason = (error: unknown): string => {
  const { name, cause } = Object(error) as Described
  if (name === "TimeoutError") return "timeout"
  if (name === "AbortError") return "interrupted"
  // A name with several addresses has one fault for each, and no message of its own.
  const { errors } = Object(cause) as { readonly errors?: ReadonlyArray<unknown> }
  return reasonOf(errors?.at(-1) ?? cause ?? error) || "no connection"
}
