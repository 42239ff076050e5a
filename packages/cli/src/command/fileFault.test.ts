import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { fileFault } from "./fileFault.ts"

const folder = mkdtempSync(join(tmpdir(), "payloom-faults-"))
afterAll(() => rmSync(folder, { recursive: true }))

const faultOf = (use: () => unknown): string | null => {
  try {
    use()
  } catch (error) {
    return fileFault(error)
  }
  return null
}

describe("a file that can't be used", () => {
  it("is named if only the file is missing, and its folder is named if that is missing", () => {
    const [gone, away] = [join(folder, "gone.csv"), join(folder, "away")]
    expect(faultOf(() => readFileSync(gone))).toBe(`There is no file or folder ${gone}.`)
    const inside = join(away, "payloom.db.secret")
    expect(faultOf(() => writeFileSync(inside, ""))).toBe(`There is no folder ${away}.`)
  })
})
