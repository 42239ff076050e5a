import { spawn } from "node:child_process"
import { availableParallelism } from "node:os"
import { checkDocuments } from "./checkDocuments.ts"
import { checkCommitSubjects } from "./commits/checkCommits.ts"
import { lintOpenApi } from "./openApi.ts"
import { checkPackages } from "./packages.ts"
import { type Ran, run } from "./workspace.ts"

/** A step of `npm run check`. It also runs alone: `npm run check -- "Unused code (knip)"`. */
interface Step {
  readonly name: string
  readonly look: () => Ran
  /** The name of a step that ends before this one begins. */
  readonly after?: string
}

const folders = ["packages", "examples", "bench", "docs", "tools"]

/** Fails if hardly any import was found. A wrong configuration would find no problems. */
const sawImports = ({ ok, output }: Ran): Ran => ({
  ok: ok && /\d{3,} dependencies cruised/.test(output),
  output
})

const build = "Build (tsup and tsc)"

/** The build comes first, so that the long check after it is not the last one. */
const steps: ReadonlyArray<Step> = [
  { name: build, look: () => run("node", ["tools/src/build.ts"]) },
  {
    name: "Packages as published (publint, attw, a payment, an editor)",
    look: checkPackages,
    after: build
  },
  {
    name: "Format and lint (Biome)",
    look: () => run("biome", ["ci", "--error-on-warnings", "--colors=off"])
  },
  { name: "Types (tsc)", look: () => run("tsc", ["-p", "tsconfig.json"]) },
  { name: "Types of browser code (tsc)", look: () => run("tsc", ["-p", "tsconfig.browser.json"]) },
  { name: "Types of the console (tsc)", look: () => run("tsc", ["-p", "tsconfig.console.json"]) },
  { name: "Unused code (knip)", look: () => run("knip", ["--no-progress"]) },
  {
    name: "Direction of imports (dependency-cruiser)",
    look: () => sawImports(run("depcruise", ["--config", ".dependency-cruiser.mjs", ...folders]))
  },
  { name: "Style (tidy test)", look: () => run("vitest", ["run", "tools/src/tidy.full.test.ts"]) },
  { name: "Prose (textlint)", look: () => run("node", ["tools/src/prose/main.ts", "--check"]) },
  { name: "Commit subjects", look: () => checkCommitSubjects() },
  {
    name: "Generated documents are fresh",
    look: () => run("node", ["--conditions=source", "docs/src/generate.ts", "--check"])
  },
  {
    name: "Pictures in documents are fresh",
    look: () => run("node", ["docs/src/pictures/check.ts"])
  },
  { name: "Types of the code in documents (tsc)", look: checkDocuments },
  { name: "OpenAPI document (Redocly)", look: lintOpenApi }
]

const maxLines = 80

const shortened = (output: string): string => {
  const lines = output.trim().split("\n")
  const rest = lines.length - maxLines
  return [...lines.slice(0, maxLines), ...(rest > 0 ? [`… and ${rest} lines more`] : [])]
    .map((line) => `      ${line}`)
    .join("\n")
}

/** Runs a step in a process of its own, because steps compute for long without a pause. */
const runApart = ({ name }: Step): Promise<Ran> => {
  const child = spawn(process.execPath, [import.meta.filename, name], {
    stdio: ["ignore", "pipe", "pipe"]
  })
  const output: Array<string> = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => output.push(text))
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (code) => resolve({ ok: code === 0, output: output.join("") }))
  })
}

const timed = async (step: Step): Promise<boolean> => {
  const started = performance.now()
  const { ok, output } = await runApart(step)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`${ok ? "ok  " : "FAIL"}  ${step.name}, ${seconds} s\n`)
  if (!ok) process.stdout.write(`\n${shortened(output)}\n\n`)
  return ok
}

/** Runs all steps, as many at once as there are cores. Returns the steps that fail. */
const runAll = async (): Promise<ReadonlyArray<Step>> => {
  const waiting = [...steps]
  const ended = new Set<string>()
  const failed: Array<Step> = []
  const work = async (): Promise<void> => {
    const next = waiting.findIndex(({ after }) => after === undefined || ended.has(after))
    const [step] = next < 0 ? [] : waiting.splice(next, 1)
    // A worker that finds no step leaves the rest to the worker that runs the step before it.
    if (step === undefined) return
    if (!(await timed(step))) failed.push(step)
    ended.add(step.name)
    await work()
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return failed
}

const [only] = process.argv.slice(2)

if (only === undefined) {
  const failed = await runAll()
  const names = failed.map(({ name }) => name).join("; ")
  process.stdout.write(
    failed.length === 0
      ? `\nAll ${steps.length} checks hold.\n`
      : `\n${failed.length} of ${steps.length} checks fail: ${names}\n`
  )
  process.exitCode = failed.length === 0 ? 0 : 1
} else {
  const step = steps.find(({ name }) => name === only)
  const { ok, output } = step?.look() ?? {
    ok: false,
    output: `There is no check "${only}": use one of ${steps.map(({ name }) => name).join("; ")}.`
  }
  process.stdout.write(ok ? "" : output)
  process.exitCode = ok ? 0 : 1
}
