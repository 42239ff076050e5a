import { isBuiltin } from "node:module"
import { join } from "node:path"
import { build } from "esbuild"
import type { Manifest, PublishedPackage } from "./workspace.ts"

/** A file of a package and its published path. The path `.` is the package itself. */
export interface Entry {
  readonly path: string
  readonly source: string
}

/** Returns all entries of a package, as sources. */
export const entriesOf = ({ folder, manifest }: PublishedPackage): ReadonlyArray<Entry> =>
  Object.entries(manifest.exports ?? {}).map(([path, { source }]) => ({
    path,
    source: join(folder, source)
  }))

/** Returns the name of the imported package. */
const packageOf = (specifier: string): string =>
  specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/")

/**
 * Returns the packages that a file imports, directly or through its imports, as a bundler finds
 * them. An `import()` counts too, because bundlers resolve it when they build.
 */
export const importedPackages = async (source: string): Promise<ReadonlyArray<string>> => {
  const { metafile } = await build({
    entryPoints: [source],
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    packages: "external",
    outdir: "bundled",
    logLevel: "silent"
  })
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports)
  const packages = imports
    .filter(({ external, path }) => external === true && !isBuiltin(path))
    .map(({ path }) => packageOf(path))
  return [...new Set(packages)].toSorted()
}

/** Returns the packages that npm installs with a package. Optional peers aren't among them. */
const installedWith = ({ dependencies = {}, peerDependencies = {}, ...rest }: Manifest) => {
  const { peerDependenciesMeta = {} } = rest
  const peers = Object.keys(peerDependencies)
  return [
    ...Object.keys(dependencies),
    ...peers.filter((peer) => peerDependenciesMeta[peer]?.optional !== true)
  ]
}

/** Returns those of the packages that npm doesn't install with a package. */
export const notInstalled = (
  manifest: Manifest,
  packages: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const installed = new Set(installedWith(manifest))
  return packages.filter((name) => !installed.has(name))
}
