import { spawnSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { delimiter, dirname, join, resolve } from "node:path"

/** The path of the repository. */
export const root = resolve(import.meta.dirname, "../..")

/** The parts of a package.json that the tools read. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly homepage?: string
  readonly bugs?: string
  readonly author?: string
  readonly funding?: string
  readonly keywords?: ReadonlyArray<string>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
  readonly repository?: { readonly url: string; readonly directory: string }
  /** Programs by command name. */
  readonly bin?: Readonly<Record<string, string>>
  readonly exports?: Readonly<
    Record<string, { readonly source: string; readonly types: string; readonly default: string }>
  >
}

/** A published package of the workspace. */
export interface PublishedPackage {
  readonly folder: string
  readonly manifest: Manifest
}

/** Returns all published packages. Each comes after the packages that its types need. */
export const publishedPackages = (): ReadonlyArray<PublishedPackage> => {
  const all = globSync("packages/*/package.json", { cwd: root })
    .map((path) => ({
      folder: join(root, dirname(path)),
      manifest: JSON.parse(readFileSync(join(root, path), "utf8")) as Manifest
    }))
    .filter(({ manifest }) => manifest.private !== true)
  const floorOf = ({ dependencies, peerDependencies }: Manifest): number => {
    // The types of a fake need the testkit, which is a peer dependency.
    const needed = { ...dependencies, ...peerDependencies }
    return all.reduce(
      (floor, { manifest }) =>
        manifest.name in needed ? Math.max(floor, floorOf(manifest) + 1) : floor,
      0
    )
  }
  return all.toSorted((one, other) => floorOf(one.manifest) - floorOf(other.manifest))
}

/** The file of a package that its build writes last. It is absent after a build that failed. */
export const lastWritten = "LICENSE"

/** The result of a command, with its output. */
export interface Ran {
  readonly ok: boolean
  readonly output: string
}

/** Runs a command of the workspace's `node_modules` until it ends. `node` is the pinned version. */
export const run = (command: string, args: ReadonlyArray<string>, cwd: string = root): Ran => {
  const bin = join(root, "node_modules/.bin")
  const result = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      PATH: [bin, process.env.PATH].join(delimiter),
      NO_COLOR: "1",
      NODE_OPTIONS: "",
      npm_config_loglevel: "error",
      npm_config_update_notifier: "false",
      REDOCLY_TELEMETRY: "off",
      REDOCLY_SUPPRESS_UPDATE_NOTICE: "true"
    }
  })
  if (result.error !== undefined) return { ok: false, output: String(result.error) }
  return { ok: result.status === 0, output: `${result.stdout}${result.stderr}` }
}
