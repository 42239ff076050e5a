import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { buildStale } from "../freshBuild.ts"
import { type Ran, run } from "../workspace.ts"
import { freePort } from "./freePort.ts"
import { copyRecipe, packForRecipes, programsOf } from "./project.ts"
import { manifestOf, packagesOfRecipes, type Recipe, recipes } from "./recipes.ts"
import { runScript } from "./scripts.ts"
import { keepTried, type TriedRecipe, versionsIn } from "./tried.ts"
import { tryRecipe } from "./tryRecipe.ts"

// Tries each recipe as a user does: in an empty folder of its own, with the newest packages that
// its ranges allow, from the registry. Prints a table. With `--keep`, the versions and the day of
// each recipe that works are kept in examples/recipes/tried.json, for `npm run docs`.

/** A row of the table. */
interface Row {
  readonly recipe: string
  readonly versions: TriedRecipe["versions"]
  readonly installS: number
  readonly buildS: number
  readonly typesS: number
  readonly runS: number
  readonly result: string
}

const expectOk = ({ ok, output }: Ran): void => {
  if (!ok) throw new Error(output)
}

/** Resolves to the seconds that the work took. */
const timed = async (work: () => unknown): Promise<number> => {
  const startedMs = performance.now()
  await work()
  return Math.round((performance.now() - startedMs) / 100) / 10
}

const runtimes = (recipe: Recipe): ReadonlyArray<string> =>
  recipe === "bun" || recipe === "deno" ? [recipe] : []

const compilers = ["typescript", "typescript-5"]
const resolutions = [
  ["nodenext", "nodenext"],
  ["esnext", "bundler"]
] as const

/** Compiles with both compilers and both resolutions, by the recipe's own tsconfig. */
const compile = (recipe: Recipe, folder: string): void => {
  for (const compiler of compilers) {
    for (const [module, resolution] of resolutions) {
      // Next.js has a bundler, and CommonJS has none.
      if (recipe === "next" && resolution === "nodenext") continue
      if (recipe === "commonjs" && resolution === "bundler") continue
      const tsc = join(folder, "node_modules", compiler, "bin/tsc")
      const options = ["--noEmit", "--module", module, "--moduleResolution", resolution]
      // The types of Next.js itself use `URLPatternInput`, which the library of 5.9 doesn't have.
      if (recipe === "next" && compiler === "typescript-5") options.push("--skipLibCheck")
      expectOk(run("node", [tsc, ...options], folder))
    }
  }
}

/** The version of the Node that the recipes run on, which is not the one that runs this program. */
const nodeVersion = run("node", ["--version"]).output.trim().replace("v", "")

const packed = mkdtempSync(join(tmpdir(), "payloom-packed-"))

const install = (recipe: Recipe, folder: string, tarballs: ReadonlyArray<string>): void => {
  const more = [...runtimes(recipe), "typescript-5@npm:typescript@5.9"]
  const options = ["--ignore-scripts", "--no-audit", "--no-fund"]
  expectOk(run("npm", ["install", ...options, ...tarballs, ...more], folder))
}

const rowOf = async (recipe: Recipe, tarballs: ReadonlyArray<string>): Promise<Row> => {
  const folder = mkdtempSync(join(tmpdir(), `payloom-on-${recipe}-`))
  const times = { installS: 0, buildS: 0, typesS: 0, runS: 0 }
  let versions: TriedRecipe["versions"] = {}
  const row = (result: string) => ({ recipe, versions, ...times, result })
  try {
    copyRecipe(recipe, folder)
    times.installS = await timed(() => install(recipe, folder, tarballs))
    versions = versionsIn(recipe, folder, nodeVersion)
    const copy = { recipe, folder, port: await freePort(), programs: programsOf(folder) }
    const { scripts } = manifestOf(recipe)
    if ("build" in scripts) times.buildS = await timed(() => runScript(copy, "build"))
    times.typesS = await timed(() =>
      recipe === "deno" ? runScript(copy, "check") : compile(recipe, folder)
    )
    let visit = {}
    times.runS = await timed(async () => {
      visit = await tryRecipe(copy)
    })
    return row(JSON.stringify(visit))
  } catch (error) {
    return row(String(error))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const healthy = JSON.stringify({
  overHttp: "succeeded",
  inProcess: "succeeded",
  isChargedOnce: true,
  isWebhookReceived: true,
  forgedWebhook: 400,
  isStoppedCleanly: true
})

const { values: asked, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: "boolean", default: false } }
})
expectOk(buildStale(packagesOfRecipes))
const tarballs = packForRecipes(packed).map((tarball) => {
  if (typeof tarball !== "string") throw new Error(tarball.output)
  return tarball
})

process.stdout.write("| Recipe | Versions | Install, s | Build, s | Types, s | Run, s | Result |\n")
process.stdout.write("|---|---|---:|---:|---:|---:|---|\n")
for (const recipe of recipes.filter((name) => chosen.length === 0 || chosen.includes(name))) {
  const { versions, installS, buildS, typesS, runS, result } = await rowOf(recipe, tarballs)
  const isHealthy = result === healthy
  if (!isHealthy) process.exitCode = 1
  else if (asked.keep) keepTried(recipe, { day: new Date().toISOString().slice(0, 10), versions })
  const shown = Object.entries(versions).map((each) => each.join(" "))
  const cells = [
    recipe,
    shown.join(", "),
    installS,
    buildS,
    typesS,
    runS,
    isHealthy ? "ok" : "failed"
  ]
  process.stdout.write(`| ${cells.join(" | ")} |\n`)
  if (!isHealthy) process.stderr.write(`${result}\n`)
}
rmSync(packed, { recursive: true, force: true })
