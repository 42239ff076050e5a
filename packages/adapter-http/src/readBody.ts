import { InvalidInput, inputDecoder, parameterInvalid, unknownParameter } from "@payloom/core"
import { Effect, Result, type Schema } from "effect"
import type { Context, HonoRequest } from "hono"
import { arrivalOf } from "./Arrival.ts"
import { BodyMalformed, type BodyProblem, BodyTooLarge } from "./errors.ts"
import { jsonFlaw } from "./jsonFlaw.ts"
import { mostMembers, shortened } from "./shortened.ts"

/** The default limit of a body, in bytes. */
const usualBytes = 64 * 1024

// Keeps the byte order mark, because a signature covers it too.
const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/**
 * Reads a body's text, up to `maxBytes`. Refuses a body that is longer, ends early or isn't UTF-8.
 * Invalid bytes are not replaced, because two different bodies must never become the same text.
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
 * Returns the error of a body that can't be read. Either a parser or a router read it before, or
 * the connection was cut.
 */
const unread = (wasRead: boolean, environment: unknown): BodyMalformed =>
  malformed({ _tag: wasRead && !arrivalOf(environment).isCut ? "ReadBefore" : "BrokenOff" })

/** Returns true if the stream was read elsewhere. Platforms use different words for that. */
const isUnusable = (error: unknown): boolean =>
  error instanceof TypeError && /unusable|locked|disturbed/i.test(error.message)

const isCompressed = (request: HonoRequest): boolean =>
  !/^(?:identity)?$/i.test(request.header("content-encoding") ?? "")

/**
 * Returns true if the body has been read before. A parser before the handler leaves nothing of it.
 * A router that passes on a copy of the request leaves the copy.
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
 * Returns the reader of an operation's JSON body. An empty body counts as an empty object. Without
 * a schema, no body is read.
 */
export const bodyReader = (schema: Schema.Codec<unknown, unknown> | undefined): BodyReader => {
  if (schema === undefined) return () => noBody
  const decode = inputDecoder(schema)
  return Effect.fnUntraced(function* (context) {
    const text = yield* readText(context)
    const type = context.req.header("content-type") ?? ""
    if (isBlank(text)) return yield* Effect.mapError(Effect.fromResult(decode({})), ofNoBody)
    const json = yield* Effect.fromResult(parseBody(text, type))
    const { json: cut, at } = mayBeLong(text) ? shortened(json) : { json, at: null }
    if (at === null) return yield* Effect.fromResult(decode(json))
    return yield* tooManyMembers(decode(cut), at)
  })
}

/** Reads the body of a change that takes no fields. It is empty, or an empty object. */
export const readNoFields: BodyReader = Effect.fnUntraced(function* (context) {
  const text = yield* readText(context)
  if (isBlank(text)) return {}
  const json = yield* Effect.fromResult(parseBody(text, context.req.header("content-type") ?? ""))
  const [field] = Object.keys(json)
  if (field === undefined) return {}
  return yield* unknownParameter(field, "is not a parameter of this operation", [])
})

/**
 * Refuses a body that has too many members at a path. If the rest of the body is wrong too, such as
 * by an unknown field, the error says that instead.
 */
const tooManyMembers = (
  rest: Result.Result<unknown, InvalidInput>,
  at: ReadonlyArray<string>
): Effect.Effect<never, InvalidInput> => {
  const [field = ""] = at
  const path = at.join(".")
  const complaint = `must have at most ${mostMembers} members`
  // Deeper names may be anything. So only the field's name is repeated.
  if (Result.isSuccess(rest)) return Effect.fail(parameterInvalid(field, complaint))
  const { code, param } = rest.failure
  const isAboutLength = code === "parameter_invalid" && param === path
  return Effect.fail(isAboutLength ? parameterInvalid(path, complaint) : rest.failure)
}

/** Returns false if a text has no room for too many members. Each takes at least two characters. */
const mayBeLong = (text: string): boolean => text.length > 2 * mostMembers

/** Returns true for an empty body or one of only whitespace. */
const isBlank = (text: string): boolean => text.trim() === ""

/** Says in the error that the body is empty, because its sender may not know. */
const ofNoBody = (error: InvalidInput): InvalidInput =>
  new InvalidInput({ ...error, message: `The body is empty. ${error.message}` })

const noBody = Effect.succeed({})

type Json = Readonly<Record<string, unknown>>

const form = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i

/** Clients such as cURL declare JSON as a form, so the text decides. */
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
    return "a string that contains JSON, so it was encoded twice"
  }
  return Array.isArray(json) ? "a list" : `a ${typeof json}`
}

/**
 * Returns the body's bytes. Null if there are too many. A body of known length is read without
 * counting, and on Node without a stream.
 */
const readBytes = (
  request: HonoRequest,
  maxBytes: number
): Promise<ArrayBuffer | Uint8Array | null> => {
  const isChunked = request.header("transfer-encoding") !== undefined
  // NaN is neither more nor less than the limit.
  const length = isChunked ? Number.NaN : Number(request.header("content-length"))
  if (length > maxBytes) return Promise.resolve(null)
  return length <= maxBytes ? request.arrayBuffer() : readCounting(request.raw.body, maxBytes)
}

/** Reads a stream up to the limit, into a buffer that grows. */
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
