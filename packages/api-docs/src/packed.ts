import { closedPolicy, commonHeaders } from "./headers.ts"

/** A file that was compressed once, for all visitors. */
export interface Packed {
  readonly type: string
  /** The bytes, with gzip. */
  readonly gzip: Uint8Array<ArrayBuffer>
  /** The tag of the content, for browsers that ask if it changed. */
  readonly tag: string
  /** True if the file's address changes with its content. */
  readonly isPermanent: boolean
}

/** Compresses the text of a document. Compression runs outside of the event loop. */
export const packedDocument = async (read: () => Promise<string>): Promise<Packed> => {
  const text = new TextEncoder().encode(await read())
  const gzip = await through(new CompressionStream("gzip"), text)
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", gzip))
  const tag = btoa(String.fromCharCode(...hash.subarray(0, 12)))
  return { type: "application/json", gzip, tag, isPermanent: false }
}

const permanent = "public, max-age=31536000, immutable"

/** Answers a compressed file, or says that the browser's copy is still the same. */
export const servePacked = async (request: Request, file: Packed): Promise<Response> => {
  const tag = `W/"${file.tag}"`
  const headers = {
    ...commonHeaders,
    "Content-Security-Policy": closedPolicy,
    // Otherwise a server's compression would compress the file again for each visitor.
    "Cache-Control": `${file.isPermanent ? permanent : "no-cache"}, no-transform`,
    ETag: tag,
    Vary: "Accept-Encoding"
  }
  const known = (request.headers.get("if-none-match") ?? "").split(",")
  if (known.some((each) => each.trim() === tag)) return new Response(null, { status: 304, headers })
  const zips = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(
    request.headers.get("accept-encoding") ?? ""
  )
  const body = zips ? file.gzip : await unpackedOnce(file)
  return new Response(request.method === "HEAD" ? null : body, {
    headers: {
      ...headers,
      "Content-Type": `${file.type}; charset=utf-8`,
      "Content-Length": String(body.length),
      ...(zips ? { "Content-Encoding": "gzip" } : {})
    }
  })
}

const unpacked = new WeakMap<Packed, Promise<Uint8Array<ArrayBuffer>>>()

/** Unpacks a file for the first client that does not take gzip. Unpacking takes tens of ms. */
const unpackedOnce = (file: Packed): Promise<Uint8Array<ArrayBuffer>> => {
  const known = unpacked.get(file)
  if (known !== undefined) return known
  const made = through(new DecompressionStream("gzip"), file.gzip)
  unpacked.set(file, made)
  return made
}

const through = async (
  transform: ReadableWritablePair<Uint8Array<ArrayBuffer>, BufferSource>,
  bytes: Uint8Array<ArrayBuffer>
): Promise<Uint8Array<ArrayBuffer>> => {
  const stream = new Blob([bytes]).stream().pipeThrough(transform)
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
