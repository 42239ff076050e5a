import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../workspace.ts"

/** The folder of the recipes. Each is a project as a user has it, and no workspace. */
export const recipesFolder = join(root, "examples/recipes")

/** The names of all recipes, which are their folders. */
export const recipes = [
  "node",
  "express",
  "fastify",
  "hono",
  "nest",
  "next",
  "bun",
  "deno",
  "commonjs"
] as const

/** The name of a recipe. */
export type Recipe = (typeof recipes)[number]

/** The parts of a recipe's package.json that the tools read. */
export interface RecipeManifest {
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** Returns the package.json of a recipe. */
export const manifestOf = (recipe: Recipe): RecipeManifest =>
  JSON.parse(readFileSync(join(recipesFolder, recipe, "package.json"), "utf8"))

/** The packages that recipes install, each after the packages that it needs. */
export const packagesOfRecipes = [
  "core",
  "auditor",
  "testkit",
  "adapter-webhooks",
  "adapter-sqlite",
  "adapter-http"
]
