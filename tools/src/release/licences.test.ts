import { readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { describe, expect, it } from "vitest"
import { publishedPackages, root } from "../workspace.ts"
import { broughtBy, isAllowed, type Lock } from "./licences.ts"

const lock: Lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages
const folders = publishedPackages().map(({ folder }) => relative(root, folder))

describe("the licences of dependencies", () => {
  it("allow use in software whose source is not published", () => {
    const brought = broughtBy(lock, folders)
    expect(brought.length).toBeGreaterThan(30)
    expect(brought.filter(({ licence }) => !isAllowed(licence))).toEqual([])
  })

  it.each([
    ["MIT", true],
    ["(MIT OR GPL-3.0)", true],
    ["MIT AND GPL-3.0", false],
    ["GPL-3.0", false],
    ["none", false]
  ])("are read as SPDX expressions: %s", (licence, allowed) => {
    expect(isAllowed(licence)).toBe(allowed)
  })

  it("are found through links and nested folders, without optional peers", () => {
    const small: Lock = {
      "packages/a": { dependencies: { "@payloom/b": "1" } },
      "node_modules/@payloom/b": { link: true, resolved: "packages/b" },
      "packages/b": { dependencies: { c: "1" }, peerDependencies: { d: "1", e: "1" } },
      "packages/b/node_modules/c": { version: "2.0.0", license: "GPL-3.0" },
      "node_modules/c": { version: "1.0.0", license: "MIT" },
      "node_modules/d": { version: "1.0.0", license: "ISC", dependencies: { c: "1" } },
      "node_modules/e": { version: "1.0.0" }
    }
    const withoutE = {
      ...small,
      "packages/b": { ...small["packages/b"], peerDependenciesMeta: { e: { optional: true } } }
    }
    expect(broughtBy(withoutE, ["packages/a"]).map(({ name, licence }) => [name, licence])).toEqual(
      [
        ["c", "MIT"],
        ["c", "GPL-3.0"],
        ["d", "ISC"]
      ]
    )
  })
})
