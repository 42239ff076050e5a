import { type PageFile, pageFiles } from "../pageFiles.ts"
import { closedPolicy, commonHeaders } from "./headers.ts"

/** Answers a file of the page by its name. Null if there is no such file. */
export const staticFile = async (name: string, request: Request): Promise<Response | null> => {
  const { script, style } = await pageFiles()
  const file = [script, style].find((one) => one.name === name)
  if (file === undefined) return null
  const zips = /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "")
  const body = zips ? await zipped(file) : file.text
  return new Response(body, {
    headers: {
      ...commonHeaders,
      "Content-Security-Policy": closedPolicy,
      "Content-Type": `${file.type}; charset=utf-8`,
      "Cache-Control": "public, max-age=31536000, immutable",
      Vary: "Accept-Encoding",
      ...(zips ? { "Content-Encoding": "gzip" } : {})
    }
  })
}

const zips = new WeakMap<PageFile, Promise<ArrayBuffer>>()

/** Compresses a file once. */
const zipped = (file: PageFile): Promise<ArrayBuffer> => {
  const known = zips.get(file)
  if (known !== undefined) return known
  const stream = new Blob([file.text]).stream().pipeThrough(new CompressionStream("gzip"))
  const made = new Response(stream).arrayBuffer()
  zips.set(file, made)
  return made
}
