import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "./workspace.ts"

/** The limits of connectors, and files that don't count: tables, the vault and tests. */
const connectors = [
  { name: "stripe", most: 2150, others: /\.test\.ts$|Declines\.ts$|Methods\.ts$|Vault\.ts$/ },
  {
    name: "adyen",
    most: 2300,
    others: /\.test\.ts$|Declines\.ts$|Methods\.ts$|RawCodes\.ts$|Vault\.ts$/
  }
]

/** Returns true if a line is neither empty nor a comment. */
const isCode = (line: string): boolean => !/^\s*$|^\s*(\/\/|\/\*|\*)/.test(line)

const linesOf = (folder: string, others: RegExp): number =>
  globSync("src/*.ts", { cwd: folder })
    .filter((path) => !others.test(path))
    .flatMap((path) => readFileSync(join(folder, path), "utf8").split("\n"))
    .filter(isCode).length

describe.each(connectors)("the connector to $name", ({ name, most, others }) => {
  const folder = join(root, "packages", `provider-${name}`)

  it(`has at most ${most} lines of code, and its README states the number`, () => {
    const lines = linesOf(folder, others)
    expect(lines).toBeLessThanOrEqual(most)
    const readme = readFileSync(join(folder, "README.md"), "utf8")
    expect(readme).toContain(`${lines} lines of code`)
  })
})

describe("a connector as a table", () => {
  it.each(["bankConnector", "checkout", "mollie"])("%s has at most 150 lines", (name) => {
    const file = join(root, "examples", "own-connector", "src", `${name}.ts`)
    expect(readFileSync(file, "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(150)
  })
})
