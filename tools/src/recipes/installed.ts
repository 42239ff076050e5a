import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { type Ran, root, run } from "../workspace.ts"
import { lockedProject } from "./dependencies.ts"

/** The folder in which the locked project is installed, once for each of its lock files. */
export const installedFolder = join(root, "node_modules/.cache/recipes")

const copied = ["package.json", "package-lock.json"] as const

/** npm writes this file at the end, so it is absent after an install that was interrupted. */
const lastWritten = "node_modules/.package-lock.json"

/** Returns true if the packages of the present lock file are installed. */
export const areRecipesInstalled = (): boolean =>
  existsSync(join(installedFolder, lastWritten)) &&
  copied.every(
    (name) =>
      readFileSync(join(installedFolder, name), "utf8") ===
      readFileSync(join(lockedProject, name), "utf8")
  )

/** Installs the packages that recipes need. Runs no scripts of them. */
export const installRecipes = (): Ran => {
  if (areRecipesInstalled()) return { ok: true, output: "" }
  rmSync(join(installedFolder, lastWritten), { force: true })
  mkdirSync(installedFolder, { recursive: true })
  for (const name of copied) copyFileSync(join(lockedProject, name), join(installedFolder, name))
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"]
  return run("npm", ["ci", ...options], installedFolder)
}
