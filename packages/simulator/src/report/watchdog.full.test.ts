import { spawnSync } from "node:child_process"
import { expect, it } from "vitest"

const { href } = new URL("./watchdog.ts", import.meta.url)

const program = `
  const { startWatchdog } = await import(${JSON.stringify(href)})
  const dog = startWatchdog(300)
  dog.begin("7~a goal")
  await new Promise((resolve) => setTimeout(resolve, 100))
  for (;;);
`

it("a run that computes for ever is ended, and its seed is printed", () => {
  const args = ["--input-type=module", "--eval", program]
  const { signal, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    timeout: 20_000
  })
  expect(stderr).toContain("FINDING: seed 7~a goal computed for 300 ms")
  expect(signal).toBe("SIGKILL")
})
