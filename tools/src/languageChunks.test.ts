import { basename } from "node:path"
import { build } from "esbuild"
import { expect, it } from "vitest"

const source = (path: string): string =>
  new URL(`../../packages/checkout/src/${path}`, import.meta.url).pathname

/** Returns the files that a bundler makes of an entry, by name. */
const bundled = async (path: string, splitting: boolean): Promise<ReadonlyMap<string, string>> => {
  const { outputFiles } = await build({
    entryPoints: [source(path)],
    bundle: true,
    write: false,
    splitting,
    format: splitting ? "esm" : "iife",
    outdir: "bundled",
    charset: "utf8",
    logLevel: "silent"
  })
  return new Map(outputFiles.map((file) => [basename(file.path), file.text]))
}

const german = "Kartennummer"
const english = "Card number"

it("a bundler puts each language into a file of its own, and English into the page's file", async () => {
  const files = await bundled("index.ts", true)
  const withGerman = [...files].filter(([, text]) => text.includes(german)).map(([name]) => name)
  expect(withGerman).toEqual([expect.stringMatching(/^de-/)])
  expect(files.get("index.js")).toContain(english)
  expect(files.get("index.js")).toContain('import("./de-')
  expect(files.size).toBeGreaterThan(20)
})

it("the elements in one file contain only English", async () => {
  const files = await bundled("elements/oneFile.ts", false)
  expect([...files.keys()]).toEqual(["oneFile.js"])
  expect(files.get("oneFile.js")).toContain(english)
  expect(files.get("oneFile.js")).not.toContain(german)
})

it("the card fields' frame contains only the card's English texts", async () => {
  const files = await bundled("frame/mountCardFields.ts", false)
  const text = files.get("mountCardFields.js") ?? ""
  expect(text).toContain(english)
  for (const other of [german, "Payment successful", "FluentBundle", "lit-html"]) {
    expect(text).not.toContain(other)
  }
})
