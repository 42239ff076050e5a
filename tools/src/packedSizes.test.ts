import { describe, expect, it } from "vitest"
import { tooLarge } from "./packedSizes.ts"
import { publishedManifest } from "./stagePackage.ts"

describe("a packed package", () => {
  it("is refused above its limit, with both sizes", () => {
    expect(tooLarge("@payloom/core", 2_500_000)).toEqual([])
    expect(tooLarge("@payloom/core", 2_500_001)).toEqual([
      "@payloom/core has 2501 kB unpacked. Its limit is 2500 kB: see tools/src/packedSizes.ts."
    ])
  })

  it("has a limit even if the table doesn't name it", () => {
    expect(tooLarge("@payloom/new", 249_000)).toEqual([])
    expect(tooLarge("@payloom/new", 251_000)).toHaveLength(1)
  })

  it("has neither the sources' condition nor the packages for its own tests", () => {
    const manifest = {
      name: "@payloom/core",
      files: ["dist"],
      exports: { ".": { source: "./src/index.ts", types: "./t.d.ts", default: "./d.js" } },
      devDependencies: { vitest: "1" }
    }
    expect(publishedManifest(manifest)).toEqual({
      name: "@payloom/core",
      files: ["dist"],
      exports: { ".": { types: "./t.d.ts", default: "./d.js" } }
    })
  })
})
