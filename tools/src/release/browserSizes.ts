import { relative } from "node:path"
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

/**
 * Resolves to the bytes of the built entry as a bundler ships it, with brotli. Files that it loads
 * at once count. Files that it loads by `import()` don't.
 */
export const bytesOf = async ({ entry }: BrowserEntry): Promise<number> => {
  const own = `packages/${entry}`
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [own],
    bundle: true,
    metafile: true,
    minify: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    outdir: "bundled",
    write: false,
    logLevel: "silent"
  })
  const { outputs } = metafile
  const first = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === own) ?? ""
  const loaded = new Set([first])
  for (const path of loaded) {
    for (const imported of outputs[path]?.imports ?? []) {
      if (imported.kind === "import-statement") loaded.add(imported.path)
    }
  }
  return outputFiles
    .filter(({ path }) => loaded.has(relative(root, path)))
    .reduce((sum, { contents }) => sum + brotliCompressSync(contents).length, 0)
}
