import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../workspace.ts"
import { manifestOf, packagesOfRecipes, recipes } from "./recipes.ts"

/** The project with everything that recipes install but Payloom, and its lock file. */
export const lockedProject = join(root, "tools/recipes")

type Ranges = Readonly<Record<string, string>>

/** The runtimes, and the older TypeScript that recipes are compiled with too. */
const ownTools: Ranges = {
  bun: "^1.4.0",
  deno: "^2.9.0",
  "typescript-5": "npm:typescript@~5.9.3"
}

/** Returns the packages that the recipes and their packages of Payloom need, with their ranges. */
export const neededDependencies = (): Ranges => {
  const ofRecipes = recipes.map(manifestOf)
  const ofPackages = packagesOfRecipes.map(
    (name) =>
      JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8")) as {
        readonly dependencies?: Ranges
      }
  )
  const all = [
    ...ofRecipes.flatMap((manifest) => [manifest.dependencies, manifest.devDependencies]),
    ...ofPackages.map(({ dependencies }) => dependencies),
    ownTools
  ].flatMap((ranges) => Object.entries(ranges ?? {}))
  const others = all.filter(([name]) => !name.startsWith("@payloom/"))
  return Object.fromEntries(others.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Returns the packages that the locked project installs, with their ranges. */
export const lockedDependencies = (): Ranges => {
  const { packages } = JSON.parse(readFileSync(join(lockedProject, "package-lock.json"), "utf8"))
  return packages[""].dependencies
}
