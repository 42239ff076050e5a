/**
 * A `fetch` that the SDK can work on. Where an answer is other than an object it would fail outside
 * of any promise, which ends a process: it gets an empty one instead. And what broke with some
 * codes it would send again, unless they stand in the error's cause.
 */
export const stripeFetch =
  (send: typeof fetch): typeof fetch =>
  async (address, init) => {
    try {
      const { status, headers, body } = await send(address, init)
      const text = await new Response(body).text()
      return new Response(isObject(text) ? text : null, { status, headers })
    } catch (cause) {
      const isAborted = cause instanceof Error && cause.name === "AbortError"
      throw isAborted ? cause : new Error("The request failed", { cause })
    }
  }

/** JSON that begins so is an object's, or is no JSON. */
const isObject = (text: string): boolean => text.trimStart().startsWith("{")
