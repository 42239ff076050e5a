import { copyFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { build } from "tsup"
import { type PublishedPackage, publishedPackages, root, run } from "./workspace.ts"

const nameOf = (built: string): string => built.replace(/^\.\/dist\/(.+)\.js$/, "$1")

/** Source file by name of the built one, for each of the package's `exports` and programs. */
const entriesOf = ({ manifest }: PublishedPackage): Record<string, string> => ({
  ...Object.fromEntries(
    Object.values(manifest.exports ?? {}).map((entry) => [nameOf(entry.default), entry.source])
  ),
  ...Object.fromEntries(
    Object.values(manifest.bin ?? {}).map((built) => [nameOf(built), `./src/${nameOf(built)}.ts`])
  )
})

/**
 * One module per entry, and chunks for what they share; dependencies stay imports. tsup reads the
 * package.json where the process stands, and esbuild has to be told where that is.
 */
const buildJavaScript = async (of: PublishedPackage): Promise<void> => {
  process.chdir(of.folder)
  await build({
    entry: entriesOf(of),
    format: "esm",
    target: "node22",
    removeNodeProtocol: false,
    sourcemap: true,
    config: false,
    esbuildOptions: (options) => {
      options.absWorkingDir = of.folder
    },
    silent: true
  })
}

/** Declarations, file by file, checked against what the packages before it have built. */
const buildTypes = ({ folder }: PublishedPackage): void => {
  const { ok, output } = run("tsc", ["-p", "tsconfig.build.json"], folder)
  if (!ok) throw new Error(output)
}

/** There is one licence; npm packs it where it stands beside the package.json. */
const copyLicense = ({ folder }: PublishedPackage): void =>
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"))

/** Builds one package into its `dist`. */
const buildPackage = async (of: PublishedPackage): Promise<void> => {
  const started = performance.now()
  rmSync(join(of.folder, "dist"), { recursive: true, force: true })
  await buildJavaScript(of)
  buildTypes(of)
  copyLicense(of)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`built ${of.manifest.name} ${of.manifest.version} in ${seconds} s\n`)
}

for (const published of publishedPackages()) await buildPackage(published)
