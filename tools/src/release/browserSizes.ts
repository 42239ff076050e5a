import { join } from "node:path"
import { brotliCompressSync } from "node:zlib"
import { build } from "esbuild"
import { root } from "../workspace.ts"

/** An entry for browsers, and the most bytes that it may have with brotli. */
export interface BrowserEntry {
  readonly entry: string
  readonly mostBytes: number
}

/** The entries that payers' browsers load. Languages are loaded apart, when a page needs them. */
export const browserEntries: ReadonlyArray<BrowserEntry> = [
  { entry: "client/dist/index.js", mostBytes: 6144 },
  { entry: "client/dist/payer/index.js", mostBytes: 6144 },
  { entry: "checkout/dist/index.js", mostBytes: 36_864 },
  { entry: "checkout/dist/frame/mountCardFields.js", mostBytes: 9216 }
]

/** Resolves to the bytes of the built entry as a bundler ships it, with brotli. */
export const bytesOf = async ({ entry }: BrowserEntry): Promise<number> => {
  const { outputFiles } = await build({
    entryPoints: [join(root, "packages", entry)],
    bundle: true,
    minify: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    outdir: join(root, "bundled"),
    write: false,
    logLevel: "silent"
  })
  return brotliCompressSync(outputFiles[0]?.contents ?? "").length
}
