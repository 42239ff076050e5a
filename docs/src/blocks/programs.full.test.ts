import { spawnSync } from "node:child_process"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { root } from "../site/pages.ts"
import { type DocumentProgram, documentPrograms } from "./documentPrograms.ts"

/** Programs that need a library of their own, and programs that another test runs. */
const elsewhere = ["docs/connectors/prism.md", "docs/guides/settlements.md"]

/** The result of a program. */
interface Ran {
  readonly printed: ReadonlyArray<string>
  readonly failed: string | null
}

// Inside of the repository, so that the programs find the packages.
const folder = join(root, "docs/dist/programs")
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs all programs in one process, which loads the packages once. */
const runAll = (programs: ReadonlyArray<DocumentProgram>): ReadonlyArray<Ran> => {
  const files = programs.map(({ text }, nth) => {
    const file = join(folder, `${nth}/program.ts`)
    mkdirSync(join(folder, `${nth}`), { recursive: true })
    writeFileSync(file, text)
    return file
  })
  const runner = join(import.meta.dirname, "runPrograms.ts")
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--conditions=source", runner, ...files],
    { encoding: "utf8", env: { ...process.env, NODE_OPTIONS: "" } }
  )
  expect(stderr).toBe("")
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Ran)
}

/** Returns true if a line is the expected one. An ellipsis in it stands for any text. */
const isAsTold = (line: string | undefined, told: string): boolean => {
  const parts = told.split("…").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
  return line !== undefined && new RegExp(`^${parts.join(".*")}$`, "s").test(line)
}

/** Compares what a program printed with its comments. The engine's own log is left out. */
const differences = (program: DocumentProgram, { printed, failed }: Ran): ReadonlyArray<string> => {
  const place = `${program.path}:${program.line}`
  if (failed !== null) return [`${place} failed: ${failed}`]
  const lines = printed.filter((line) => !/^\[\d\d:\d\d:\d\d/.test(line))
  return program.prints.flatMap((text, nth) =>
    text === null || isAsTold(lines[nth], text)
      ? []
      : [`${place} printed ${lines[nth]}, not ${text}`]
  )
}

it("programs in documents run, and print the text of their comments", () => {
  rmSync(folder, { recursive: true, force: true })
  const programs = documentPrograms().filter(({ path }) => !elsewhere.includes(path))
  expect(programs.length).toBeGreaterThan(18)
  const ran = runAll(programs)
  expect(ran).toHaveLength(programs.length)
  expect(programs.flatMap((program, nth) => differences(program, ran[nth] as Ran))).toEqual([])
})
