import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { readmePrograms } from "./readmePrograms.ts"
import { root, run } from "./workspace.ts"

const folder = mkdtempSync(join(tmpdir(), "payloom-quick-start-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const counted = `import { DatabaseSync } from "node:sqlite"
const database = new DatabaseSync("payloom.db")
const count = (table) => database.prepare(\`SELECT count(*) AS n FROM \${table}\`).get().n
const tables = ["tenants", "routing_tables", "payments"]
console.log(JSON.stringify(tables.map(count)))
`

it("the quick start reuses its shop on a second run, and takes a payment each time", () => {
  const program = readmePrograms().find(({ of }) => of === "payloom")?.text ?? ""
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }))
  writeFileSync(join(folder, "shop.ts"), program)
  writeFileSync(join(folder, "counted.js"), counted)
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  for (const _ of ["first", "second"]) {
    expect(run("node", ["--conditions=source", "shop.ts"], folder)).toEqual({
      ok: true,
      output: "succeeded\n"
    })
  }
  // A tenant has a row in test mode and one in live mode.
  expect(run("node", ["counted.js"], folder).output).toContain("[2,1,2]")
})

it("the quick start shows the program of the README", () => {
  const program = readmePrograms().find(({ of }) => of === "payloom")?.text ?? "nothing"
  expect(readFileSync(join(root, "docs/start/quick-start.md"), "utf8")).toContain(program.trim())
})
