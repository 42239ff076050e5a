import { createHash } from "node:crypto"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import type { PageFile, PageFiles } from "./pageFiles.ts"

const sources = fileURLToPath(new URL("./page/", import.meta.url))

/** Bundles the page from its sources. */
export const bundlePage = async (): Promise<PageFiles> => {
  const [script, style] = await Promise.all([
    bundled("main.tsx", "js", "text/javascript"),
    bundled("style/main.css", "css", "text/css")
  ])
  return { script, style }
}

const bundled = async (source: string, ending: string, type: string): Promise<PageFile> => {
  const { outputFiles } = await build({
    entryPoints: [`${sources}${source}`],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2022",
    conditions: ["source"],
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "inline",
    logLevel: "silent"
  })
  const text = outputFiles[0]?.text ?? ""
  const id = createHash("sha256").update(text).digest("base64url").slice(0, 12)
  return { name: `console-${id}.${ending}`, type, text }
}
