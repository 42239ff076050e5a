import { globSync } from "node:fs"
import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises"
import { dirname, join, relative } from "node:path"
import { pathToFileURL } from "node:url"
import type { Plugin } from "esbuild"
import type { TestProject } from "vitest/node"

const root = join(import.meta.dirname, "../../..")
const folder = join(root, "node_modules/.cache/tests/programs")

/** The programs that tests start as processes. */
const programs = [
  "examples/billing/src/worker.ts",
  "examples/crash/src/mover.ts",
  "examples/crash/src/server.ts",
  "examples/embed-postgres/src/main.ts",
  "examples/import/src/importerProcess.ts",
  "examples/import/src/stripeProcess.ts",
  "examples/own-connector/src/bank/main.ts",
  "examples/providers/src/server.ts",
  "examples/standalone-server/src/main.ts",
  "examples/webhooks/src/receiver.ts",
  "examples/webhooks/src/worker.ts",
  "packages/adapter-sqlite/src/testing/backUp.ts",
  "packages/adapter-sqlite/src/testing/hammer.ts",
  "packages/adapter-sqlite/src/testing/openUnprivileged.ts",
  "packages/adapter-sqlite/src/testing/upgradeAndHang.ts",
  "packages/adapter-webhooks/src/testing/sendOnce.ts",
  "packages/cells/src/testing/claimProgram.ts",
  "packages/cells/src/testing/moverProgram.ts",
  "packages/cli/src/main.ts",
  "packages/vaults/src/testing/engineProgram.ts",
  "packages/vaults/src/testing/servicesProgram.ts"
]

/** The packages whose modules look for files beside their own. */
const withPlaces = ["api-docs", "console", "provider-prism", "adapter-sqlite/src/backup"]

/** Makes a bundled module find its own path and URL as if it were not bundled. */
const placesKept: Plugin = {
  name: "places kept",
  setup: ({ onLoad }) =>
    onLoad(
      {
        filter: new RegExp(`/(examples|packages/(${withPlaces.join("|")}))/.*\\.ts$`)
      },
      async ({ path }) => {
        const source = await readFile(path, "utf8")
        const contents = source
          .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href))
          .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)))
        return { contents, loader: "ts" }
      }
    )
}

/**
 * Bundles the programs that tests start, so that a process loads a few files instead of a thousand
 * and is up a second earlier. `runBundled.cjs` makes processes load the bundles. Does nothing if no
 * source has changed since the last run.
 */
export const setup = async (project: TestProject): Promise<void> => {
  project.onTestsRerun(bundleIfStale)
  await bundleIfStale()
}

/** When each source of the bundles was last modified, by its path. */
type Times = ReadonlyArray<readonly [path: string, modifiedMs: number]>

const timesFile = join(folder, "times.json")

const bundleIfStale = async (): Promise<void> => {
  const before = JSON.parse(await readFile(timesFile, "utf8").catch(() => "[]")) as Times
  const now = await timesOf(before.map(([path]) => path))
  if (now.length > 0 && JSON.stringify(now) === JSON.stringify(before)) return
  const startedMs = Date.now()
  const times = await timesOf([...(await bundle()), ...configuration()])
  // A source that changes during bundling may be in the bundle as it was before.
  const isCurrent = times.every(([, modifiedMs]) => modifiedMs < startedMs)
  await put(timesFile, Buffer.from(JSON.stringify(isCurrent ? times : [])))
}

const timesOf = (paths: ReadonlyArray<string>): Promise<Times> =>
  Promise.all(
    paths.map(async (path) => {
      const found = await stat(join(root, path)).catch(() => null)
      return [path, found?.mtimeMs ?? 0] as const
    })
  )

/** Returns the files that decide how sources are bundled. */
const configuration = (): ReadonlyArray<string> => [
  relative(root, import.meta.filename),
  ...globSync(["package-lock.json", "{packages,examples}/*/package.json"], { cwd: root })
]

/** Writes the bundles. Returns the paths of their sources. */
const bundle = async (): Promise<ReadonlyArray<string>> => {
  const { build } = await import("esbuild")
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: programs,
    bundle: true,
    metafile: true,
    splitting: true,
    minifyWhitespace: true,
    write: false,
    outdir: folder,
    outbase: ".",
    outExtension: { ".js": ".mjs" },
    platform: "node",
    format: "esm",
    target: "node22",
    conditions: ["source"],
    external: ["better-sqlite3", "esbuild", "pg", "pino"],
    // CommonJS modules in the bundle call `require`.
    banner: {
      js: `import { createRequire } from "node:module"
const require = createRequire(import.meta.url)`
    },
    plugins: [placesKept],
    logLevel: "error"
  })
  await Promise.all(outputFiles.map(({ path, contents }) => put(path, contents)))
  return Object.keys(metafile.inputs)
}

/** Writes a file as a whole, because another run may be starting the same program. */
const put = async (path: string, contents: Uint8Array): Promise<void> => {
  const there = await readFile(path).catch(() => null)
  if (there?.equals(contents)) return
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}`
  await writeFile(draft, contents)
  await rename(draft, path)
}
