import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import type { MiddlewareHandler } from "hono"
import { parseAccept } from "hono/utils/accept"

/** A smaller answer fits into one packet as it is. */
const leastBytes = 1024

/** Good enough for answers that are made anew each time: level 11 takes a hundred times as long. */
const brotliOptions = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT
  }
}

/** By the names of `Content-Encoding`, the shortest first. Both work outside of the event loop. */
const encoders = {
  br: (body: Uint8Array) => promisify(brotliCompress)(body, brotliOptions),
  gzip: (body: Uint8Array) => promisify(gzip)(body)
} as const

type Encoding = keyof typeof encoders

/** What decides of a request whether its answer is compressed. */
type Asking = Pick<Request, "method" | "headers">

/**
 * Compresses JSON and HTML of 1 KB or more with brotli or gzip, as the client's `Accept-Encoding`
 * says. For Hono apps on Node, such as the pages that are served beside the engine.
 *
 * The length of a compressed answer says something of what is in it (BREACH), if others can add text
 * to the answer and can make the browser ask for it. So answers to a browser that sends a cookie or
 * a password of its own accord are left as they are, and so is every answer but those to `GET`.
 *
 * @example
 * const pages = new Hono().use(compression())
 * await serveNode(payloom, { port: 8080, pages })
 */
export const compression = (): MiddlewareHandler => async (context, next) => {
  await next()
  const { res } = context
  // An answer that nothing is done to keeps the form in which it is sent fastest.
  if (!isCompressible(context.req.raw, res)) return
  const made = await compressed(context.req.raw, res)
  // Else Hono would write the headers of the first answer over those of the second.
  context.res = undefined
  context.res = made
}

/** Returns true if an answer may be compressed, whatever the client accepts. */
export const isCompressible = ({ method, headers }: Asking, { headers: sent }: Response) =>
  method === "GET" &&
  !headers.has("cookie") &&
  /^(?:Bearer .*)?$/i.test(headers.get("authorization") ?? "") &&
  !sent.has("content-encoding") &&
  !/no-transform/i.test(sent.get("cache-control") ?? "") &&
  /^(?:application\/json|text\/html)\b/.test(sent.get("content-type") ?? "")

/** The answer in the encoding that the client accepts, as it is if that is none or it is short. */
export const compressed = async ({ headers: asked }: Asking, response: Response) => {
  const body = new Uint8Array(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  headers.append("Vary", "Accept-Encoding")
  const encoding = body.length < leastBytes ? null : acceptedBy(asked.get("accept-encoding"))
  if (encoding !== null) headers.set("Content-Encoding", encoding)
  const sent = encoding === null ? body : new Uint8Array(await encoders[encoding](body))
  headers.set("Content-Length", String(sent.length))
  return new Response(sent, { status: response.status, headers })
}

/** The shortest of the encodings that a client accepts, in whichever order it names them. */
export const acceptedBy = (header: string | null): Encoding | null => {
  const accepted = new Map(parseAccept(header ?? "").map(({ type, q }) => [type.toLowerCase(), q]))
  const names: ReadonlyArray<Encoding> = ["br", "gzip"]
  return names.find((name) => (accepted.get(name) ?? accepted.get("*") ?? 0) > 0) ?? null
}
