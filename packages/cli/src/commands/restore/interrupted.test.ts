import { readdirSync } from "node:fs"
import { setImmediate } from "node:timers/promises"
import { expect, it } from "vitest"
import { Interrupts } from "../../command/Interrupts.ts"
import { runLine } from "../../testing/runLine.ts"
import { sandboxStore } from "../../testing/sandboxStore.ts"
import { temporaryFolder } from "../../testing/temporaryFolder.ts"

it("a restore that is interrupted ends with 130, and leaves no file", async () => {
  const folder = temporaryFolder()
  const store = await sandboxStore(folder)
  const options = { env: store.env, cwd: folder }
  await runLine(["backup", "--from", store.file, "--to", "monday.db"], options)
  const interrupts = new Interrupts()
  const line = ["restore", "--from", "monday.db", "--to", "again.db"]
  const running = runLine(line, { ...options, interrupts })
  const made = () => readdirSync(folder).filter((name) => name.startsWith("again.db"))
  while (made().length === 0) await setImmediate()
  expect(made()[0]).toContain(".partial-")
  expect(interrupts.interrupt()).toBe(true)
  expect(await running).toEqual({ code: 130, stdout: "", stderr: "" })
  expect(made()).toEqual([])
})
