import { join } from "node:path"
import { brotliCompressSync } from "node:zlib"
import { build } from "esbuild"
import { expect, it } from "vitest"
import { root } from "./workspace.ts"

/** Returns the bytes of an entry of the client in a browser, with brotli. */
const bytesOf = async (entry: string): Promise<number> => {
  const { outputFiles } = await build({
    entryPoints: [join(root, "packages/client/src", entry)],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false
  })
  return brotliCompressSync(outputFiles[0]?.contents ?? "").length
}

it("the payer's half of the client has at most 6 KB in a browser", async () => {
  expect(await bytesOf("payer/index.ts")).toBeLessThanOrEqual(6144)
})

it("the whole client of a merchant has at most 6 KB as well", async () => {
  expect(await bytesOf("index.ts")).toBeLessThanOrEqual(6144)
})
