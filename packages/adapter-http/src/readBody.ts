import { InvalidInput, inputDecoder, parameterInvalid } from "@payloom/core"
import { Effect, Result, type Schema } from "effect"
import type { Context, HonoRequest } from "hono"
import { arrivalOf } from "./Arrival.ts"
import { BodyMalformed, type BodyProblem, BodyTooLarge } from "./errors.ts"
import { jsonFlaw } from "./jsonFlaw.ts"

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
  { req: request, env }: Context,
  maxBytes: number = usualBytes
) {
  const wasRead = mayBeRead(request, env)
  if (request.raw.bodyUsed) return yield* malformed({ _tag: "ReadBefore" })
  const bytes = yield* Effect.tryPromise({
    try: () => readBytes(request, maxBytes),
    catch: (error) => unread(wasRead || isUnusable(error), env)
  })
  if (bytes === null) return yield* new BodyTooLarge()
  if (bytes.byteLength === 0 && wasRead) return yield* unread(true, env)
  return yield* Effect.try({
    try: () => strictUtf8.decode(bytes),
    catch: () => malformed({ _tag: isCompressed(request) ? "Compressed" : "NotUtf8" })
  })
})

/**
 * A body of which nothing can be read. A router that copies requests has begun to read it, as a
 * parser has. A connection that was cut tells the two apart.
 */
const unread = (wasRead: boolean, environment: unknown): BodyMalformed =>
  malformed({ _tag: wasRead && !arrivalOf(environment).isCut ? "ReadBefore" : "BrokenOff" })

/** Returns true if somebody else reads the stream, which platforms say in their own words. */
const isUnusable = (error: unknown): boolean =>
  error instanceof TypeError && /unusable|locked|disturbed/i.test(error.message)

const isCompressed = (request: HonoRequest): boolean =>
  !/^(?:identity)?$/i.test(request.header("content-encoding") ?? "")

/**
 * Returns true if somebody has begun to read a body that there is: a parser that comes before the
 * handler, which leaves nothing of it, or a router that hands on a copy of the request, which does.
 */
const mayBeRead = (request: HonoRequest, environment: unknown): boolean => {
  const hasBody =
    request.header("transfer-encoding") !== undefined ||
    Number(request.header("content-length") ?? 0) > 0
  return hasBody && arrivalOf(environment).isRead
}

const malformed = (problem: BodyProblem) => new BodyMalformed({ problem })

/** Reads and decodes a request's body. */
type BodyReader = (
  context: Context
) => Effect.Effect<unknown, BodyMalformed | BodyTooLarge | InvalidInput>

/**
 * Reads and decodes the JSON objects that an operation takes, an empty body being an empty one. An
 * operation that takes none has none read.
 */
export const bodyReader = (schema: Schema.Codec<unknown, unknown> | undefined): BodyReader => {
  if (schema === undefined) return () => noBody
  const decode = inputDecoder(schema)
  return Effect.fnUntraced(function* (context) {
    const text = yield* readText(context)
    const type = context.req.header("content-type") ?? ""
    if (isBlank(text)) return yield* Effect.mapError(Effect.fromResult(decode({})), ofNoBody)
    const json = yield* Effect.fromResult(parseBody(text, type))
    const long = Object.keys(json).find((name) => isTooLong(json[name]))
    if (long === undefined) return yield* Effect.fromResult(decode(json))
    // Where no list belongs, or nothing of this name, that is told in place of its length.
    yield* Effect.fromResult(decode(emptied(json)))
    return yield* parameterInvalid(long, `can't have more than ${maxListed} members`)
  })
}

/** Not a byte, or nothing but white space. */
const isBlank = (text: string): boolean => text.trim() === ""

/** The parts that an empty body lacks. Its sender may not know that it is empty. */
const ofNoBody = (error: InvalidInput): InvalidInput =>
  new InvalidInput({ ...error, message: `The body is empty. ${error.message}` })

const noBody = Effect.succeed({})

/** More than any list takes, and few enough to tell what is wrong with each of them. */
const maxListed = 1000

const isTooLong = (value: unknown): boolean => Array.isArray(value) && value.length > maxListed

type Json = Readonly<Record<string, unknown>>

const emptied = (json: Json): Json =>
  Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, isTooLong(value) ? [] : value])
  )

const form = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i

/** Clients such as curl say of JSON that it is a form, so the text decides. */
const parseBody = (text: string, type: string): Result.Result<Json, BodyMalformed> => {
  const unmarked = text.replace(/^\uFEFF/, "")
  try {
    const json: unknown = JSON.parse(unmarked)
    return isObject(json)
      ? Result.succeed(json)
      : Result.fail(malformed({ _tag: "NoObject", what: whatIs(json) }))
  } catch (error) {
    const [, named] = form.exec(type) ?? []
    if (named !== undefined) {
      return Result.fail(malformed({ _tag: "Form", type: named.toLowerCase() }))
    }
    return Result.fail(malformed({ _tag: "NotJson", ...jsonFlaw(unmarked, error) }))
  }
}

const isObject = (json: unknown): json is Json =>
  typeof json === "object" && json !== null && !Array.isArray(json)

const whatIs = (json: unknown): string => {
  if (json === null) return "null"
  if (typeof json === "string" && /^\s*[{[]/.test(json)) {
    return "a string that holds JSON, so it was encoded twice"
  }
  return Array.isArray(json) ? "a list" : `a ${typeof json}`
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
