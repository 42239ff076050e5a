import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Recipe, recipes, recipesFolder } from "./recipes.ts"

/** The last successful run of a recipe, with the versions that were installed for it. */
export interface TriedRecipe {
  /** The day of the run in UTC, such as `2026-11-27`. */
  readonly day: string
  /** Versions by name: the framework or runtime of the recipe, Effect, and both compilers. */
  readonly versions: Readonly<Record<string, string>>
}

/** The packages that make each recipe what it is. The others are the same for all. */
const ownPackages: Readonly<Record<Recipe, ReadonlyArray<string>>> = {
  node: [],
  express: ["express"],
  fastify: ["fastify"],
  hono: ["hono", "@hono/node-server"],
  nest: ["@nestjs/core"],
  next: ["next"],
  bun: ["bun"],
  deno: ["deno"],
  commonjs: ["express"]
}

/** The runtimes that are no Node. Deno checks types by itself. */
const hasOwnRuntime = (recipe: Recipe): boolean => recipe === "bun" || recipe === "deno"

/** Returns the packages whose versions are kept for a recipe. */
export const keptPackages = (recipe: Recipe): ReadonlyArray<string> => [
  ...ownPackages[recipe],
  "effect",
  ...(recipe === "deno" ? [] : ["typescript", "typescript-5"])
]

/**
 * Returns the installed versions of a recipe's packages, and of Node if the recipe runs on it.
 * Throws if a package is missing.
 */
export const versionsIn = (
  recipe: Recipe,
  folder: string,
  node: string
): TriedRecipe["versions"] => {
  const versionOf = (name: string): string => {
    const path = join(folder, "node_modules", name, "package.json")
    if (!existsSync(path)) throw new Error(`${recipe} has no ${name} in its node_modules.`)
    return JSON.parse(readFileSync(path, "utf8")).version
  }
  const kept = keptPackages(recipe).map((name) => [name, versionOf(name)])
  return Object.fromEntries(hasOwnRuntime(recipe) ? kept : [["node", node], ...kept])
}

const file = join(recipesFolder, "tried.json")

/** Returns the last successful run of each recipe. A new recipe has none. */
export const triedRecipes = (): Readonly<Partial<Record<Recipe, TriedRecipe>>> =>
  JSON.parse(readFileSync(file, "utf8"))

/** Keeps a run of a recipe in place of the earlier one. */
export const keepTried = (recipe: Recipe, tried: TriedRecipe): void => {
  const all = { ...triedRecipes(), [recipe]: tried }
  const kept = Object.fromEntries(
    recipes.flatMap((name) => (name in all ? [[name, all[name]]] : []))
  )
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`)
}
