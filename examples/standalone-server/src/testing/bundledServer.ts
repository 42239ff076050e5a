import { mkdir, readFile, rename, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { build, type Plugin } from "esbuild"

/** The program, as `npm start` runs it. */
export const main = fileURLToPath(new URL("../main.ts", import.meta.url))
const bundleFile = fileURLToPath(
  new URL("../../../../node_modules/.cache/tests/server.mjs", import.meta.url)
)

/** What finds files beside its own: a module of ours goes on to look beside its source. */
const placesKept: Plugin = {
  name: "places kept",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/examples\/.*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8")
      const place = JSON.stringify(pathToFileURL(path).href)
      return { contents: source.replaceAll("import.meta.url", place), loader: "ts" }
    })
}

const bundleServer = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [main],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    conditions: ["source"],
    external: ["better-sqlite3", "esbuild", "pg", "pino"],
    // What CommonJS modules in it call.
    banner: {
      js: `import { createRequire } from "node:module"
const require = createRequire(import.meta.url)`
    },
    plugins: [placesKept],
    logLevel: "silent"
  })
  await mkdir(dirname(bundleFile), { recursive: true })
  // Other workers may be running the same one: it's there as a whole or not at all.
  const draft = `${bundleFile}.${process.pid}`
  await writeFile(draft, outputFiles[0]?.contents ?? "")
  await rename(draft, bundleFile)
  return bundleFile
}

let bundled: Promise<string> | undefined

/**
 * The server's program in one file. A process that has it to load is up in half the time of one
 * that loads a thousand sources, and tests start some fifty.
 */
export const bundledServer = (): Promise<string> => {
  bundled ??= bundleServer()
  return bundled
}
