import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
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
