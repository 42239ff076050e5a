import { describe, expect, it } from "vitest"
import { programIn, readmePrograms } from "./readmePrograms.ts"

describe("the program of a README", () => {
  it("is its first block of TypeScript, if the block imports everything that it uses", () => {
    const fenced = (text: string) =>
      `# Name\n\n\`\`\`ts\n${text}\n\`\`\`\n\n\`\`\`ts\nmore()\n\`\`\`\n`
    expect(programIn(fenced('import { a } from "b"\na()'))).toBe('import { a } from "b"\na()\n')
    expect(programIn(fenced("a()"))).toBeNull()
    expect(programIn("# Name\n\n```sh\nnpm ci\n```\n")).toBeNull()
  })

  it("exists for the repository, every package that a server imports, and a connector", () => {
    const owners = readmePrograms().map(({ of }) => of)
    const packages = [
      "adapter-http",
      "adapter-sqlite",
      "adapter-webhooks",
      "api-docs",
      "better-auth",
      "cells",
      "client",
      "console",
      "core",
      "csv",
      "otel",
      "provider-adyen",
      "provider-stripe",
      "simulator",
      "testkit",
      "vaults"
    ]
    expect(owners.sort()).toEqual([...packages, "write-a-connector", "payloom"].sort())
  })
})
