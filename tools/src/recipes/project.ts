import { copyFileSync, cpSync, globSync, mkdirSync, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, delimiter, join } from "node:path"
import { packInto } from "../packages.ts"
import { publishedPackages, type Ran, root, run } from "../workspace.ts"
import { installedFolder } from "./installed.ts"
import { packagesOfRecipes, type Recipe, recipesFolder } from "./recipes.ts"

/** A project with its installed packages. */
export interface Project {
  readonly folder: string
  /** The steps that failed. */
  readonly failures: ReadonlyArray<Ran>
}

const isCopied = (path: string): boolean => !/[\\/](node_modules|\.next|dist|\.env)$/.test(path)

/** Copies a recipe into a folder, without anything that was installed or built. */
export const copyRecipe = (recipe: Recipe, folder: string): void =>
  cpSync(join(recipesFolder, recipe), folder, { recursive: true, filter: isCopied })

/** Packs the built packages that recipes need into a folder. Returns their tarballs. */
export const packForRecipes = (folder: string): ReadonlyArray<string | Ran> =>
  publishedPackages()
    .filter(({ manifest }) => packagesOfRecipes.includes(manifest.name.replace("@payloom/", "")))
    .map((published) => packInto(folder, published))

/**
 * Makes an empty project with the packed packages beside the installed ones. The files of those are
 * linked, because copies would take half a minute.
 */
export const makeProject = (): Project => {
  const folder = mkdtempSync(join(tmpdir(), "payloom-recipes-"))
  const modules = join(folder, "node_modules")
  // Next.js takes the folder with a lock file as the root of the project.
  for (const name of ["package.json", "package-lock.json"]) {
    copyFileSync(join(installedFolder, name), join(folder, name))
  }
  const linked = run("cp", ["-RPl", join(installedFolder, "node_modules"), modules])
  if (!linked.ok) cpSync(join(installedFolder, "node_modules"), modules, { recursive: true })
  const unpacked = packForRecipes(folder).map((tarball) => {
    if (typeof tarball !== "string") return tarball
    const [, name = ""] = /^payloom-(.+)-\d+\.\d+\.\d+\S*\.tgz$/.exec(basename(tarball)) ?? []
    const target = join(modules, "@payloom", name)
    mkdirSync(target, { recursive: true })
    return run("tar", ["-xzf", tarball, "--strip-components", "1", "-C", target])
  })
  return { folder, failures: unpacked.filter(({ ok }) => !ok) }
}

/**
 * Returns the folders of a project's programs. Bun and Deno come as packages of one file for this
 * machine, which the scripts of other packages would move.
 */
export const programsOf = (folder: string): string =>
  [
    ...globSync(["@oven/*/bin", "@deno/*"], { cwd: join(folder, "node_modules") }).map((path) =>
      join(folder, "node_modules", path)
    ),
    join(root, "node_modules/node/bin"),
    join(folder, "node_modules/.bin"),
    process.env.PATH ?? ""
  ].join(delimiter)
