import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "./workspace.ts"

/** What a connector may have, and files that are none of it: tables, the vault and tests. */
const connectors = [
  { name: "stripe", most: 1200, others: /\.test\.ts$|Declines\.ts$|Vault\.ts$/ },
  { name: "adyen", most: 1300, others: /\.test\.ts$|Declines\.ts$|RawCodes\.ts$|Vault\.ts$/ }
]

/** Lines that are neither empty nor a comment's. */
const isCode = (line: string): boolean => !/^\s*$|^\s*(\/\/|\/\*|\*)/.test(line)

const linesOf = (folder: string, others: RegExp): number =>
  globSync("src/*.ts", { cwd: folder })
    .filter((path) => !others.test(path))
    .flatMap((path) => readFileSync(join(folder, path), "utf8").split("\n"))
    .filter(isCode).length

describe.each(connectors)("the connector to $name", ({ name, most, others }) => {
  const folder = join(root, "packages", `provider-${name}`)

  it(`has ${most} lines of code at most, and its README says how many`, () => {
    const lines = linesOf(folder, others)
    expect(lines).toBeLessThanOrEqual(most)
    const readme = readFileSync(join(folder, "README.md"), "utf8")
    expect(readme).toContain(`${lines} lines of code`)
  })
})
