/**
 * Wraps a `fetch` for the SDK. If an answer's body is not a JSON object, the SDK would throw
 * outside of any promise, which ends the process. Such an answer gets an empty body instead. The
 * SDK also retries errors with certain codes, so an error is put into the cause of another error,
 * where the SDK doesn't see its code. No redirect is followed, because an error of its target would
 * look like one of the request.
 */
export const stripeFetch =
  (send: typeof fetch): typeof fetch =>
  async (address, init) => {
    try {
      const { status, headers, body } = await send(address, { ...init, redirect: "error" })
      const text = await new Response(body).text()
      return new Response(isObject(text) ? text : null, { status, headers })
    } catch (cause) {
      const isAborted = cause instanceof Error && cause.name === "AbortError"
      throw isAborted ? cause : new Error("The request failed", { cause })
    }
  }

/** Returns true if the text can only be an object of JSON, or invalid JSON. */
const isObject = (text: string): boolean => text.trimStart().startsWith("{")
