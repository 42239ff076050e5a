import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { builtAtMs } from "./freshBuild.ts"

describe("the time of a package's build", () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "payloom-built-"))
    mkdirSync(join(folder, "dist"))
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const write = (path: string, atSeconds: number) => {
    writeFileSync(join(folder, path), "")
    utimesSync(join(folder, path), atSeconds, atSeconds)
  }

  it("is the time of its oldest file", () => {
    write("dist/index.js", 300)
    write("dist/index.d.ts", 200)
    write("LICENSE", 400)
    expect(builtAtMs(folder)).toBe(200_000)
  })

  it("is never if the compiler failed, although it left code and declarations", () => {
    write("dist/index.js", 300)
    write("dist/index.d.ts", 200)
    expect(builtAtMs(folder)).toBe(Number.POSITIVE_INFINITY)
  })
})
