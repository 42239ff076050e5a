import { pipeline, Readable } from "node:stream"
import type { ReadableStream as NodeReadableStream } from "node:stream/web"
import { setImmediate } from "node:timers/promises"
import { promisify } from "node:util"
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib"
import { parseAccept } from "hono/utils/accept"

/** The smallest compressed body, in bytes. Smaller bodies fit into one packet anyway. */
const leastBytes = 1024

/**
 * A good quality for answers that are compressed anew each time. Level 11 takes a hundred times as
 * long.
 */
const brotliOptions = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT
  }
}

/**
 * The encoders, by the names of `Content-Encoding`, the shortest result first. Both work outside of
 * the event loop. Each part of a stream is sent at once, as it would be without compression.
 */
const encoders = {
  br: {
    whole: (body: Uint8Array) => promisify(brotliCompress)(body, brotliOptions),
    stream: () =>
      createBrotliCompress({ ...brotliOptions, flush: constants.BROTLI_OPERATION_FLUSH })
  },
  gzip: {
    whole: (body: Uint8Array) => promisify(gzip)(body),
    stream: () => createGzip({ flush: constants.Z_SYNC_FLUSH })
  }
} as const

type Encoding = keyof typeof encoders

/** The parts of a request that decide if its answer is compressed. */
type Asking = Pick<Request, "method" | "headers">

/**
 * Returns true if the form of an answer depends on `Accept-Encoding`. It does if the answer is JSON
 * or HTML, or a 304 for a cached one, and no header forbids a change.
 */
export const isCompressible = ({ method }: Asking, { status, headers }: Response): boolean =>
  (method === "GET" || method === "HEAD") &&
  !headers.has("content-encoding") &&
  // `Content-Range` counts the bytes of the uncompressed body.
  !headers.has("content-range") &&
  !/no-transform/i.test(headers.get("cache-control") ?? "") &&
  (status === 304 || /^(?:application\/json|text\/html)\b/i.test(headers.get("content-type") ?? ""))

/**
 * Returns the answer in the encoding that the client accepts, with `Vary`. The body stays
 * uncompressed if the client accepts no encoding, if there is no body, if it is short, or if
 * `mayBeSecret`.
 */
export const compressed = async (
  { method, headers: asked }: Asking,
  response: Response,
  mayBeSecret: boolean
): Promise<Response> => {
  const { status, statusText } = response
  const headers = varied(response.headers)
  const encoding = mayBeSecret ? null : acceptedBy(asked.get("accept-encoding"))
  if (method === "HEAD" || encoding === null || response.body === null) {
    return new Response(response.body, { status, statusText, headers })
  }
  const { bytes, stream } = await readAtOnce(response.body)
  if (bytes !== null && bytes.length < leastBytes) {
    return new Response(bytes, { status, statusText, headers })
  }
  describeEncoded(headers, encoding)
  if (bytes === null) {
    return new Response(encodedStream(stream, encoding), { status, statusText, headers })
  }
  const sent = await encoded(bytes, encoding)
  headers.set("Content-Length", String(sent.length))
  return new Response(sent, { status, statusText, headers })
}

/** Compresses the answers of one address. */
export type Compressor = (asking: Asking, response: Response) => Promise<Response>

/**
 * Returns the compressor of a document that everybody may read, such as the OpenAPI document. Each
 * version of the document, by its `ETag`, is read and compressed once for each encoding, because
 * both take far longer than asking for it.
 */
export const compressedOnce = (): Compressor => {
  const kept = new Map<Encoding | null, { readonly tag: string; readonly sent: Promise<Bytes> }>()
  const keep = (encoding: Encoding | null, tag: string, { body }: Response) => {
    const read = new Response(body).arrayBuffer().then((buffer) => new Uint8Array(buffer))
    const sent = encoding === null ? read : read.then((bytes) => encoded(bytes, encoding))
    kept.set(encoding, { tag, sent })
    sent.catch(() => kept.delete(encoding))
    return sent
  }
  return async (asking, response) => {
    const { method, headers: asked } = asking
    const tag = response.headers.get("ETag")
    if (method === "HEAD" || response.status !== 200 || tag === null) {
      return compressed(asking, response, false)
    }
    const encoding = acceptedBy(asked.get("accept-encoding"))
    const known = kept.get(encoding)
    const sent = await (known?.tag === tag ? known.sent : keep(encoding, tag, response))
    const headers = varied(response.headers)
    if (encoding !== null) describeEncoded(headers, encoding)
    headers.set("Content-Length", String(sent.length))
    return new Response(sent, { status: 200, headers })
  }
}

/** Changes the headers that describe the uncompressed bytes. */
const describeEncoded = (headers: Headers, encoding: Encoding): void => {
  headers.set("Content-Encoding", encoding)
  headers.delete("Accept-Ranges")
  headers.delete("Content-Length")
  const tag = headers.get("ETag")
  if (tag?.startsWith('"')) headers.set("ETag", `W/${tag}`)
}

type Bytes = Uint8Array<ArrayBuffer>

const encoded = async (bytes: Bytes, encoding: Encoding): Promise<Bytes> =>
  new Uint8Array(await encoders[encoding].whole(bytes))

/** Returns the shortest encoding that a client accepts, in any order of the header. */
export const acceptedBy = (header: string | null): Encoding | null => {
  const accepted = new Map(parseAccept(header ?? "").map(({ type, q }) => [type.toLowerCase(), q]))
  const names: ReadonlyArray<Encoding> = ["br", "gzip"]
  return names.find((name) => (accepted.get(name) ?? accepted.get("*") ?? 0) > 0) ?? null
}

const varied = (given: Headers): Headers => {
  const headers = new Headers(given)
  const isNamed = /(?:^|,)\s*(?:accept-encoding|\*)\s*(?:,|$)/i.test(headers.get("vary") ?? "")
  if (!isNamed) headers.append("Vary", "Accept-Encoding")
  return headers
}

type Body = ReadableStream<Bytes>

/** A body: its bytes, or a stream if some of them are still to come. */
type ReadBody =
  | { readonly bytes: Bytes; readonly stream: null }
  | { readonly bytes: null; readonly stream: Body }

/** Reads the part of a body that is available without waiting. */
const readAtOnce = async (body: Body): Promise<ReadBody> => {
  const reader = body.getReader()
  const parts: Array<Bytes> = []
  for (;;) {
    const reading = reader.read()
    const read = await Promise.race([reading, setImmediate(null)])
    if (read === null) return { bytes: null, stream: resumed(parts, reading, reader) }
    if (read.done) return { bytes: new Uint8Array(Buffer.concat(parts)), stream: null }
    parts.push(read.value)
  }
}

type Reader = ReadableStreamDefaultReader<Bytes>

/** Returns a body from its beginning, after a part of it was read. */
const resumed = (
  parts: Array<Bytes>,
  reading: ReturnType<Reader["read"]>,
  reader: Reader
): Body => {
  let pending: typeof reading | null = reading
  return new ReadableStream({
    pull: async (controller) => {
      const part = parts.shift()
      if (part !== undefined) return controller.enqueue(part)
      const read = await (pending ?? reader.read())
      pending = null
      if (read.done) controller.close()
      else controller.enqueue(read.value)
    },
    cancel: (reason) => reader.cancel(reason)
  })
}

/** If either side ends early, the other ends too. The error is in the stream that is returned. */
const encodedStream = (body: Body, encoding: Encoding): Body =>
  Readable.toWeb(
    pipeline(
      Readable.fromWeb(body as NodeReadableStream),
      encoders[encoding].stream(),
      () => undefined
    )
  ) as Body
