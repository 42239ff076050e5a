import { globSync, statSync } from "node:fs"
import { join } from "node:path"
import {
  lastWritten,
  type PublishedPackage,
  publishedPackages,
  type Ran,
  root,
  run
} from "./workspace.ts"

/** Files that change every package's build. */
const shared = ["tsconfig*.json", "tools/src/{build,workspace}.ts"]

const newest = (patterns: ReadonlyArray<string>, cwd: string): number =>
  globSync(patterns, { cwd }).reduce(
    (newestMs, path) => Math.max(newestMs, statSync(join(cwd, path)).mtimeMs),
    0
  )

const oldest = (patterns: ReadonlyArray<string>, cwd: string): number =>
  globSync(patterns, { cwd }).reduce(
    (oldestMs, path) => Math.min(oldestMs, statSync(join(cwd, path)).mtimeMs),
    Number.POSITIVE_INFINITY
  )

/**
 * Returns the time of a package's oldest built file. Infinity if its build failed or was
 * interrupted: such a build may leave code and declarations, but not the file that is written last.
 */
export const builtAtMs = (folder: string): number => {
  const times = ["dist/*.js", "dist/*.d.ts", lastWritten].map((each) => oldest([each], folder))
  return times.includes(Number.POSITIVE_INFINITY) ? Number.POSITIVE_INFINITY : Math.min(...times)
}

const inputs = ["package.json", "tsconfig*.json", "src/**/*.{ts,tsx,css,json}"]

/**
 * Returns the packages whose build is older than their source, or than the source of a package that
 * they need.
 */
const stalePackages = (): ReadonlyArray<PublishedPackage> => {
  const sharedMs = newest(shared, root)
  const changedMs = new Map<string, number>()
  return publishedPackages().filter(({ folder, manifest }) => {
    const { name, dependencies, peerDependencies } = manifest
    const needed = Object.keys({ ...dependencies, ...peerDependencies })
    const ofNeeded = needed.map((other) => changedMs.get(other) ?? 0)
    const ownMs = Math.max(sharedMs, newest(inputs, folder), ...ofNeeded)
    changedMs.set(name, ownMs)
    const builtMs = builtAtMs(folder)
    return builtMs === Number.POSITIVE_INFINITY || builtMs < ownMs
  })
}

/** Builds those of the packages that are stale, by their names without the scope. */
export const buildStale = (names: ReadonlyArray<string>): Ran => {
  const stale = stalePackages().map(({ manifest }) => manifest.name.replace("@payloom/", ""))
  const wanted = names.filter((name) => stale.includes(name))
  if (wanted.length === 0) return { ok: true, output: "" }
  const built = run("node", [join(root, "tools/src/build.ts"), ...wanted])
  return built.ok ? { ok: true, output: "" } : built
}
