import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"

const program = `
  import { givenOptions } from ${JSON.stringify(new URL("givenOptions.ts", import.meta.url).href)}
  const values = givenOptions({
    kills: { type: "string", default: "20" },
    json: { type: "boolean", default: false }
  })
  process.stdout.write(JSON.stringify(values))
`

const run = (...args: ReadonlyArray<string>) => {
  const line = ["--input-type=module-typescript", "--eval", program, "--", ...args]
  const cwd = fileURLToPath(new URL(".", import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, line, { cwd, encoding: "utf8" })
  return { status, stdout, stderr }
}

const list = "Options:\n  --kills VALUE             default: 20\n  --json\n"

describe("the options of an example", () => {
  it("are those that were given, or the usual ones", () => {
    expect(JSON.parse(run("--json").stdout)).toEqual({ kills: "20", json: true })
  })

  it("are listed for --help", () => {
    expect(run("--help")).toEqual({ status: 0, stdout: list, stderr: "" })
  })

  it("are listed after a complaint about one that does not exist, without a stack trace", () => {
    const stderr = `Unknown option '--kill'.\n\n${list}`
    expect(run("--kill", "3")).toEqual({ status: 2, stdout: "", stderr })
  })

  it("need their value", () => {
    const { status, stderr } = run("--kills")
    expect([status, stderr]).toEqual([2, `Option '--kills <value>' argument missing.\n\n${list}`])
  })
})
