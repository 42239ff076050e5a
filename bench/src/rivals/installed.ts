import { execFileSync } from "node:child_process"
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import type { Program } from "./RivalProcess.ts"
import { type RivalFacts, rivals } from "./rivals.ts"

const projects = resolve(import.meta.dirname, "../../rivals")
const shared = join(import.meta.dirname, "shared")

/** The folder with the packages of rivals: `RIVALS_FOLDER`, or a temporary one. */
const folder = process.env.RIVALS_FOLDER ?? join(tmpdir(), "payloom-rivals")

/** npm writes this file at the end, so it is absent after an install that was interrupted. */
const lastWritten = "node_modules/.package-lock.json"
const manifests = ["package.json", "package-lock.json"] as const

const isInstalled = (project: string): boolean =>
  existsSync(join(folder, project, lastWritten)) &&
  manifests.every(
    (name) =>
      readFileSync(join(folder, project, name), "utf8") ===
      readFileSync(join(projects, project, name), "utf8")
  )

/** Installs the packages of a project with their exact versions. Runs no scripts of them. */
const install = (project: string): void => {
  const target = join(folder, project)
  rmSync(join(target, lastWritten), { force: true })
  mkdirSync(target, { recursive: true })
  for (const name of manifests) copyFileSync(join(projects, project, name), join(target, name))
  const options = [
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--prefer-offline",
    "--loglevel=error"
  ]
  execFileSync("npm", ["ci", ...options], { cwd: target, stdio: ["ignore", "ignore", "inherit"] })
}

/** Installs the packages of all rivals that are not installed yet. */
export const installRivals = (): void => {
  for (const project of new Set(Object.values(rivals).map((rival) => rival.project))) {
    if (!isInstalled(project)) install(project)
  }
}

/**
 * Returns the program of a rival, beside its packages. Null if these are not installed. The
 * program is copied each time, so the present one runs.
 */
export const installedProgram = ({ project, program }: RivalFacts): Program | null => {
  if (!isInstalled(project)) return null
  for (const from of [join(projects, project), shared]) {
    for (const name of readdirSync(from).filter((file) => file.endsWith(".ts"))) {
      copyFileSync(join(from, name), join(folder, project, name))
    }
  }
  return { script: join(folder, project, program), execArgv: ["--no-deprecation"] }
}

/** Returns the version of a rival's package. */
export const installedVersion = ({ project, from }: RivalFacts): string =>
  JSON.parse(readFileSync(join(projects, project, "package.json"), "utf8")).dependencies[from]
