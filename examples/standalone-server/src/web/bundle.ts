import { createHash } from "node:crypto"
import { basename } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

/** A file for browsers, at an address that changes with its content. */
export interface Asset {
  readonly path: string
  readonly type: string
  readonly text: string
  /** For the `integrity` attribute and for a Content-Security-Policy. */
  readonly hash: string
}

/** All that the pages load. */
export interface Assets {
  readonly payScript: Asset
  readonly payStyle: Asset
  readonly cardFieldsScript: Asset
  readonly challengeScript: Asset
  readonly shopStyle: Asset
}

const sources = {
  payScript: "payPage.ts",
  payStyle: "payPage.css",
  cardFieldsScript: "cardFields.ts",
  challengeScript: "challenge.ts",
  shopStyle: "shop.css"
}

/** Bundles the browser's side from its sources. */
export const bundle = async (): Promise<Assets> => {
  const folder = fileURLToPath(new URL("../browser/", import.meta.url))
  const made = Object.entries(sources).map(
    async ([name, source]) => [name, await assetOf(folder, source)] as const
  )
  return Object.fromEntries(await Promise.all(made)) as unknown as Assets
}

const assetOf = async (folder: string, source: string): Promise<Asset> => {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: [source],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2023",
    conditions: ["source"],
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
    hash: `sha384-${digest.toString("base64")}`
  }
}
