import { checkDocuments } from "./checkDocuments.ts"
import { checkCommitSubjects } from "./commits/checkCommits.ts"
import { lintOpenApi } from "./openApi.ts"
import { checkPackages } from "./packages.ts"
import { type Ran, run } from "./workspace.ts"

/** A step of `npm run check`. */
interface Step {
  readonly name: string
  readonly look: () => Ran
}

const folders = ["packages", "examples", "bench", "docs", "tools"]

/** Fails if hardly any import was found. A wrong configuration would find no problems. */
const sawImports = ({ ok, output }: Ran): Ran => ({
  ok: ok && /\d{3,} dependencies cruised/.test(output),
  output
})

const steps: ReadonlyArray<Step> = [
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
  { name: "OpenAPI document (Redocly)", look: lintOpenApi },
  { name: "Build (tsup and tsc)", look: () => run("node", ["tools/src/build.ts"]) },
  { name: "Packages as published (publint, attw, a payment, an editor)", look: checkPackages }
]

const maxLines = 80

const shortened = (output: string): string => {
  const lines = output.trim().split("\n")
  const rest = lines.length - maxLines
  return [...lines.slice(0, maxLines), ...(rest > 0 ? [`… and ${rest} lines more`] : [])]
    .map((line) => `      ${line}`)
    .join("\n")
}

const failed = steps.filter(({ name, look }) => {
  const started = performance.now()
  const { ok, output } = look()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`${ok ? "ok  " : "FAIL"}  ${name}, ${seconds} s\n`)
  if (!ok) process.stdout.write(`\n${shortened(output)}\n\n`)
  return !ok
})

process.stdout.write(
  failed.length === 0
    ? `\nAll ${steps.length} checks hold.\n`
    : `\n${failed.length} of ${steps.length} checks fail: ${failed.map((s) => s.name).join("; ")}\n`
)
process.exitCode = failed.length === 0 ? 0 : 1
