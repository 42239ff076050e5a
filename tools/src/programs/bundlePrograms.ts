import { mkdir, readFile, rename, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { build, type Plugin } from "esbuild"
import type { TestProject } from "vitest/node"

const root = join(import.meta.dirname, "../../..")
const folder = join(root, "node_modules/.cache/tests/programs")

/** The programs that tests start as processes. */
const programs = [
  "examples/billing/src/worker.ts",
  "examples/crash/src/server.ts",
  "examples/embed-postgres/src/main.ts",
  "examples/own-connector/src/bank/main.ts",
  "examples/providers/src/server.ts",
  "examples/standalone-server/src/main.ts",
  "examples/webhooks/src/receiver.ts",
  "examples/webhooks/src/worker.ts",
  "packages/adapter-sqlite/src/testing/hammer.ts",
  "packages/adapter-sqlite/src/testing/openUnprivileged.ts",
  "packages/adapter-sqlite/src/testing/upgradeAndHang.ts",
  "packages/adapter-webhooks/src/testing/sendOnce.ts",
  "packages/cli/src/main.ts"
]

/**
 * Modules of examples find files by their own path. In the bundle they keep the path of the source.
 */
const placesKept: Plugin = {
  name: "places kept",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/examples\/.*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8")
      const contents = source
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href))
        .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)))
      return { contents, loader: "ts" }
    })
}

/**
 * Bundles the programs that tests start into fewer files. A process that loads a thousand sources
 * starts a second later. `runBundled.cjs` makes processes load the bundles. In watch mode, the
 * bundles are made again before tests run again.
 */
export const setup = async (project: TestProject): Promise<void> => {
  project.onTestsRerun(bundle)
  await bundle()
}

const bundle = async (): Promise<void> => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: programs,
    bundle: true,
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
}

/** Writes a file as a whole or not at all, because another test run may be starting it. */
const put = async (path: string, contents: Uint8Array): Promise<void> => {
  const there = await readFile(path).catch(() => null)
  if (there?.equals(contents)) return
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}`
  await writeFile(draft, contents)
  await rename(draft, path)
}
