import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { basename } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { build, type Plugin } from "esbuild"

/** A file that a page links to. */
export interface LinkedAsset {
  readonly path: string
  /** The hash for the `integrity` attribute and for a Content-Security-Policy. */
  readonly hash: string
}

/** A text for browsers. */
export interface SentText {
  readonly type: string
  readonly text: string
  /** The compressed text by the name of its `Content-Encoding`, the shortest first. */
  readonly encoded: Readonly<Record<string, Uint8Array<ArrayBuffer>>>
}

/** A file for browsers. Its address changes with its content. */
export interface Asset extends LinkedAsset, SentText {}

/** Bundles the browser code of an application from its sources, by name. */
export const bundle = async <Name extends string>(
  sources: Readonly<Record<Name, URL>>
): Promise<Readonly<Record<Name, Asset>>> => {
  const made = Object.entries<URL>(sources).map(
    async ([name, source]) => [name, await assetOf(fileURLToPath(source))] as const
  )
  return Object.fromEntries(await Promise.all(made)) as Record<Name, Asset>
}

/** Minifies style sheets in scripts, because minifiers keep their comments and indents. */
const shortStyles: Plugin = {
  name: "short styles",
  setup: ({ onLoad }) =>
    onLoad({ filter: /Style\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8")
      return { loader: "ts", contents: text.replaceAll(/\/\*[\s\S]*?\*\/|\n\s+/g, "\n") }
    })
}

const assetOf = async (source: string): Promise<Asset> => {
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2023",
    conditions: ["source"],
    plugins: [shortStyles],
    logLevel: "silent"
  })
  const text = outputFiles[0]?.text ?? ""
  const digest = createHash("sha384").update(text).digest()
  const [name = "", extension = ""] = basename(source).split(".")
  const isScript = extension === "ts"
  const id = digest.toString("base64url").slice(0, 12)
  return {
    path: `/assets/${name}-${id}.${isScript ? "js" : extension}`,
    type: isScript ? "text/javascript" : "text/css",
    text,
    hash: `sha384-${digest.toString("base64")}`,
    encoded: await encodedText(text)
  }
}

/** Compresses a text as far as possible. This is done once for each file. */
export const encodedText = async (text: string): Promise<SentText["encoded"]> => {
  const mode = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT }
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(text, { params: mode }),
    promisify(gzip)(text, { level: 9 })
  ])
  return { br: new Uint8Array(br), gzip: new Uint8Array(gzipped) }
}
