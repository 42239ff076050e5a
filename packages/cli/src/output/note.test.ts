import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

const source = join(import.meta.dirname, "..")

it("no command writes to the terminal by itself, so every text is made safe in one place", () => {
  const files = ["commands", "target", "console", "reconcile"].flatMap((folder) =>
    readdirSync(join(source, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => join(folder, file))
  )
  expect(files.length).toBeGreaterThan(80)
  const writing = files.filter((file) =>
    /std(?:out|err)\.write\(/.test(readFileSync(join(source, file), "utf8"))
  )
  expect(writing.filter((file) => !file.includes(".test."))).toEqual([])
})
