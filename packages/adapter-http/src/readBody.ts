import { type InvalidInput, inputDecoder, parameterInvalid } from "@payloom/core"
import { Effect, Result, type Schema } from "effect"
import type { HonoRequest } from "hono"
import { BodyMalformed, BodyTooLarge } from "./errors.ts"

/** What a body may have, but for those that say otherwise. */
const usualBytes = 64 * 1024

// Not a byte is left out: who signed a body signed its byte order mark too.
const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/**
 * Reads a body's text, never more than so many bytes of it: one that is longer, breaks off, as it
 * does when the client goes away, or isn't UTF-8 is refused. Bytes that are no text are not
 * replaced by others, since two bodies that differ must never count as the same one.
 */
export const readText = Effect.fnUntraced(function* (
  request: HonoRequest,
  maxBytes: number = usualBytes
) {
  const bytes = yield* Effect.tryPromise({
    try: () => readBytes(request, maxBytes),
    catch: () => new BodyMalformed()
  })
  if (bytes === null) return yield* new BodyTooLarge()
  return yield* Effect.try({
    try: () => strictUtf8.decode(bytes),
    catch: () => new BodyMalformed()
  })
})

/** Reads and decodes a request's body. */
type BodyReader = (
  request: HonoRequest
) => Effect.Effect<unknown, BodyMalformed | BodyTooLarge | InvalidInput>

/**
 * Reads and decodes the JSON objects that an operation takes, an empty body being an empty one. An
 * operation that takes none has none read.
 */
export const bodyReader = (schema: Schema.Codec<unknown, unknown> | undefined): BodyReader => {
  if (schema === undefined) return () => noBody
  const decode = inputDecoder(schema)
  return Effect.fnUntraced(function* (request) {
    const json = yield* Effect.fromResult(parseBody(yield* readText(request)))
    const long = Object.keys(json).find((name) => isTooLong(json[name]))
    if (long === undefined) return yield* Effect.fromResult(decode(json))
    // Where no list belongs, or nothing of this name, that is told in place of its length.
    yield* Effect.fromResult(decode(emptied(json)))
    return yield* parameterInvalid(long, `can't have more than ${maxListed} members`)
  })
}

const noBody = Effect.succeed({})

/** More than any list takes, and few enough to tell what is wrong with each of them. */
const maxListed = 1000

const isTooLong = (value: unknown): boolean => Array.isArray(value) && value.length > maxListed

type Json = Readonly<Record<string, unknown>>

const emptied = (json: Json): Json =>
  Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, isTooLong(value) ? [] : value])
  )

const parseBody = (text: string): Result.Result<Json, BodyMalformed> => {
  const unmarked = text.replace(/^\uFEFF/, "")
  if (unmarked.trim() === "") return Result.succeed({})
  try {
    const json: unknown = JSON.parse(unmarked)
    const isObject = typeof json === "object" && json !== null && !Array.isArray(json)
    return isObject ? Result.succeed(json as Json) : Result.fail(new BodyMalformed())
  } catch {
    return Result.fail(new BodyMalformed())
  }
}

/**
 * The body's bytes; null where they are too many. A body of known length needs no counting, and on
 * Node is then read without ever being made a stream.
 */
const readBytes = (
  request: HonoRequest,
  maxBytes: number
): Promise<ArrayBuffer | Uint8Array | null> => {
  const isChunked = request.header("transfer-encoding") !== undefined
  // Neither more nor less than the limit where it isn't told.
  const length = isChunked ? Number.NaN : Number(request.header("content-length"))
  if (length > maxBytes) return Promise.resolve(null)
  return length <= maxBytes ? request.arrayBuffer() : readCounting(request.raw.body, maxBytes)
}

/** Reads what a stream brings, up to the limit, into a buffer that grows with it. */
const readCounting = async (
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number
): Promise<Uint8Array | null> => {
  let buffer = new Uint8Array(Math.min(usualBytes, maxBytes))
  let size = 0
  const reader = body?.getReader()
  for (;;) {
    const chunk = await reader?.read()
    if (chunk?.value === undefined) return buffer.subarray(0, size)
    const total = size + chunk.value.length
    if (total > maxBytes) return null
    if (total > buffer.length) {
      const grown = new Uint8Array(Math.min(Math.max(total, 2 * buffer.length), maxBytes))
      grown.set(buffer)
      buffer = grown
    }
    buffer.set(chunk.value, size)
    size = total
  }
}
