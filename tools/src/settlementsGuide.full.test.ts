import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"
import { root } from "./workspace.ts"

const run = promisify(execFile)
const guide = readFileSync(join(root, "docs/guides/settlements.md"), "utf8")

/** The programs of the guide, each with its heading. */
const programs = [...guide.matchAll(/^## ([^\n]+)\n(?:(?!^## ).)*?^```ts\n(.*?)^```$/gms)].map(
  ([, heading = "", program = ""]) => [heading, program] as const
)

describe("the guide to settlement reports", () => {
  it("has a program for each provider and for a provider without support", () => {
    const headings = programs.map(([heading]) => heading)
    expect(headings).toEqual(["Stripe", "Adyen", "PayPal", "Another provider's report"])
  })

  it.each(programs)(
    "has programs that print the output in their comments: %s",
    async (_, program) => {
      const [, printed] = /^console\.log\(.*\) \/\/ (.*)$/m.exec(program) ?? []
      const flags = ["--conditions=source", "--input-type=module-typescript"]
      const { stdout } = await run(process.execPath, [...flags, "--eval", program], {
        cwd: join(root, "tools")
      })
      expect(stdout).toBe(`${printed}\n`)
    }
  )
})
