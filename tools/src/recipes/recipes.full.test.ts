import { rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { buildStale } from "../freshBuild.ts"
import { turnOfProofs } from "../test-costs/proofs.ts"
import { compileRecipes } from "./compile.ts"
import { freePort } from "./freePort.ts"
import { areRecipesInstalled } from "./installed.ts"
import { copyRecipe, makeProject, type Project, programsOf } from "./project.ts"
import { packagesOfRecipes, type Recipe, recipes } from "./recipes.ts"
import { type Copy, runScript } from "./scripts.ts"
import { tryRecipe } from "./tryRecipe.ts"

const isInstalled = areRecipesInstalled()
if (!isInstalled) {
  console.warn(
    "The packages of the recipes are missing, so the recipes aren't tested. " +
      "`npm run recipes:install` installs them."
  )
}

const turn = turnOfProofs()

/**
 * Each recipe is tried in every other turn. The build of Next.js takes as long as all others
 * together, so it is tried in one.
 */
const tried = recipes.filter((recipe, nth) => {
  if (turn === null) return true
  return recipe === "next" ? turn === 0 : nth % 2 === turn % 2
})
const built = tried.filter((recipe) => recipe === "nest" || recipe === "next")

const healthy = {
  overHttp: "succeeded",
  inProcess: "succeeded",
  isChargedOnce: true,
  isWebhookReceived: true,
  forgedWebhook: 400,
  isStoppedCleanly: true
}

describe.skipIf(!isInstalled)("a recipe with the packed packages", () => {
  let project: Project
  let programs: string
  const copyOf = async (recipe: Recipe): Promise<Copy> => ({
    recipe,
    folder: join(project.folder, recipe),
    port: await freePort(),
    programs
  })
  beforeAll(async () => {
    expect(buildStale(packagesOfRecipes)).toEqual({ ok: true, output: "" })
    project = makeProject()
    programs = programsOf(project.folder)
    for (const recipe of recipes) copyRecipe(recipe, join(project.folder, recipe))
    expect(project.failures).toEqual([])
  })
  afterAll(() => rmSync(project.folder, { recursive: true, force: true }))

  it.each([
    ["typescript", "nodenext"],
    ["typescript-5", "bundler"]
  ] as const)("compiles by %s for %s, with the types of libraries", (typescript, resolution) => {
    const compiled = compileRecipes(project.folder, typescript, resolution)
    expect(compiled).toEqual({ ok: true, output: "" })
  })

  it.each(built)("is built: %s", async (recipe) => {
    await runScript(await copyOf(recipe), "build")
  })

  it.each(tried)("pays, receives a webhook and stops in order: %s", async (recipe) => {
    expect(await tryRecipe(await copyOf(recipe))).toEqual(healthy)
  })
})
