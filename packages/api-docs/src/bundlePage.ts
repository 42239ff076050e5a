import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import type { StoredFile } from "./storedFiles.ts"

const { resolve } = createRequire(import.meta.url)

const ofRenderer = (name: string): string =>
  readFileSync(resolve(`swagger-ui-dist/${name}`), "utf8").replace(
    /^\/[/*]# sourceMappingURL.*$/m,
    ""
  )

/** Bundles the page: the renderer, its licences, and the page's own script and style. */
export const bundlePage = async (): Promise<ReadonlyArray<StoredFile>> => {
  const licenses = ["NOTICE", "LICENSE", "swagger-ui-bundle.js.LICENSE.txt"].map(ofRenderer)
  const script = [ofRenderer("swagger-ui-bundle.js"), await own("main.ts")]
  const style = [ofRenderer("swagger-ui.css"), await own("main.css")]
  return [
    stored("api-docs", "js", "text/javascript", script),
    stored("api-docs", "css", "text/css", style),
    stored("licenses", "txt", "text/plain", licenses)
  ]
}

const own = async (name: string): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`./page/${name}`, import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    logLevel: "silent"
  })
  return outputFiles[0]?.text ?? ""
}

const stored = (
  name: string,
  ending: string,
  type: string,
  parts: ReadonlyArray<string>
): StoredFile => {
  const text = parts.join("\n")
  const tag = createHash("sha256").update(text).digest("base64url").slice(0, 12)
  const gzip = gzipSync(text, { level: 9 }).toString("base64")
  return { name: ending === "txt" ? "licenses.txt" : `${name}-${tag}.${ending}`, type, tag, gzip }
}
