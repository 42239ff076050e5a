import { copyFileSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import type { Plugin } from "esbuild"
import { build } from "tsup"
import { shortenDeclarations } from "./declarations.ts"
import { lastWritten, type PublishedPackage, publishedPackages, root, run } from "./workspace.ts"

const nameOf = (built: string): string => built.replace(/^\.\/dist\/(.+)\.js$/, "$1")

/** Returns the source file of each of the package's `exports` and programs, by built name. */
const entriesOf = ({ manifest }: PublishedPackage): Record<string, string> => ({
  ...Object.fromEntries(
    Object.values(manifest.exports ?? {}).map((entry) => [nameOf(entry.default), entry.source])
  ),
  ...Object.fromEntries(
    Object.values(manifest.bin ?? {}).map((built) => [nameOf(built), `./src/${nameOf(built)}.ts`])
  )
})

/**
 * Builds one module per entry, and chunks of the code that entries share. Dependencies stay
 * imports. tsup reads the package.json in the working directory. esbuild needs that directory as an
 * option.
 */
const buildJavaScript = async (of: PublishedPackage): Promise<void> => {
  process.chdir(of.folder)
  await build({
    entry: entriesOf(of),
    format: "esm",
    target: "node22",
    removeNodeProtocol: false,
    // Maps and the sources in them were four fifths of a package.
    sourcemap: false,
    config: false,
    esbuildOptions: (options) => {
      options.absWorkingDir = of.folder
      // Names stay, so that a stack trace names its functions. Node prints the line of an error.
      options.minifyWhitespace = true
      options.lineLimit = 160
    },
    esbuildPlugins: [pageInside],
    silent: true
  })
}

/** The modules that bundle a page in the repository, with the function that each exports. */
const bundling = {
  "/console/src/pageFiles.ts": "pageFiles",
  "/api-docs/src/storedFiles.ts": "storedFiles"
}

/**
 * Puts the pages into their packages, because a published package has no bundler. The module that
 * bundles a page in the repository is replaced with one that contains the page.
 */
const pageInside: Plugin = {
  name: "page inside",
  setup: ({ onLoad }) => {
    for (const [source, name] of Object.entries(bundling)) {
      const filter = new RegExp(`${source.replaceAll(".", "\\.")}$`)
      onLoad({ filter }, async ({ path }) => {
        const bundler = pathToFileURL(join(dirname(path), "bundlePage.ts")).href
        const { bundlePage } = await import(bundler)
        const made = `const files = Promise.resolve(${JSON.stringify(await bundlePage())})`
        return { contents: `${made}\nexport const ${name} = () => files`, loader: "js" }
      })
    }
  }
}

/**
 * Builds declarations, file by file. They are checked against the packages that were built before.
 * Packages keep those that their users can reach.
 */
const buildTypes = ({ folder, manifest }: PublishedPackage): void => {
  const { ok, output } = run("tsc", ["-p", "tsconfig.build.json"], folder)
  if (!ok) throw new Error(output)
  const entries = Object.values(manifest.exports ?? {}).map(({ types }) => join(folder, types))
  shortenDeclarations(join(folder, "dist"), entries)
}

/** Copies the one licence beside the package.json, because npm packs it there. Ends the build. */
const copyLicense = ({ folder }: PublishedPackage): void =>
  copyFileSync(join(root, "LICENSE"), join(folder, lastWritten))

/** Builds one package into its `dist`. */
const buildPackage = async (of: PublishedPackage): Promise<void> => {
  const started = performance.now()
  for (const built of ["dist", lastWritten]) {
    rmSync(join(of.folder, built), { recursive: true, force: true })
  }
  await buildJavaScript(of)
  buildTypes(of)
  copyLicense(of)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`built ${of.manifest.name} ${of.manifest.version} in ${seconds} s\n`)
}

const named = process.argv.slice(2)
const isWanted = ({ manifest }: PublishedPackage): boolean =>
  named.length === 0 || named.includes(manifest.name.replace("@payloom/", ""))

for (const published of publishedPackages()) if (isWanted(published)) await buildPackage(published)
