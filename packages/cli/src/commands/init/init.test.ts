import { existsSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { runLine } from "../../testing/runLine.ts"
import { temporaryFolder } from "../../testing/temporaryFolder.ts"

it("init creates the folders above a project too", async () => {
  const cwd = temporaryFolder()
  expect((await runLine(["init", "a/b/shop"], { cwd })).code).toBe(0)
  expect(existsSync(join(cwd, "a/b/shop/package.json"))).toBe(true)
})

it.skipIf(process.platform !== "linux")("init ends in a place that takes no folders", async () => {
  const { code, stdout } = await runLine(["init", "/proc/shop/web", "--json"])
  expect({ code, ...JSON.parse(stdout).error }).toEqual({
    code: 1,
    reason: "not_accessible",
    message: "No folder can be created in /proc: choose another one."
  })
})
