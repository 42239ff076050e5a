import { brotliCompressSync } from "node:zlib"
import { expect, it } from "vitest"
import { pageFiles } from "./pageFiles.ts"

const mostBytes = 120 * 1024

it("the first page is at most 120 KB compressed", async () => {
  const { script, style } = await pageFiles()
  const size = [script, style].reduce((sum, { text }) => sum + brotliCompressSync(text).length, 0)
  expect(size).toBeLessThanOrEqual(mostBytes)
})

it("the page names no address of another site", async () => {
  const { script, style } = await pageFiles()
  const known = /http:\/\/www\.w3\.org\/(1999\/xlink|1998\/Math\/MathML|1999\/xhtml|2000\/svg)/g
  for (const { text } of [script, style]) {
    expect(text.replaceAll(known, "").match(/https?:\/\/[\w.]+/g) ?? []).toEqual([])
  }
})
