import { Effect, Stream } from "effect"

/**
 * Reads the body of a request as text. Returns null if it is larger than the limit, without reading
 * the rest.
 */
export const readText = (request: Request, mostBytes: number): Promise<string | null> => {
  const { body, headers } = request
  if (Number(headers.get("content-length") ?? 0) > mostBytes) return Promise.resolve(null)
  if (body === null) return Promise.resolve("")
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ""
  const chunks = Stream.fromReadableStream<Uint8Array, unknown>({
    evaluate: () => body,
    onError: (error) => error
  })
  const reading = Stream.runForEachWhile(chunks, (chunk) =>
    Effect.sync(() => {
      bytes += chunk.byteLength
      if (bytes <= mostBytes) text += decoder.decode(chunk, { stream: true })
      return bytes <= mostBytes
    })
  )
  return Effect.runPromise(reading).then(() => (bytes > mostBytes ? null : text + decoder.decode()))
}
