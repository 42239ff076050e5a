import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import { BaseSequencer } from "vitest/node"

/** What takes long: begun last, it would keep one core busy while the others idle. */
const longest: ReadonlyArray<RegExp> = [
  /\.browser\.test\.ts$/,
  /\/examples\//,
  /\/(simulation|processes|sqlite|locks|tidy)\.test\.ts$/
]

class LongestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer["sort"]>[0]) {
    const rank = (path: string): number => {
      const place = longest.findIndex((pattern) => pattern.test(path))
      return place < 0 ? longest.length : place
    }
    return files.toSorted((left, right) => rank(left.moduleId) - rank(right.moduleId))
  }
}

const runBundled = new URL("tools/src/programs/runBundled.cjs", import.meta.url)

export default defineConfig({
  ssr: { resolve: { conditions: ["source"] } },
  test: {
    include: ["{packages,examples}/*/src/**/*.test.ts", "{tools,bench,docs}/src/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    execArgv: ["--conditions=source"],
    globalSetup: "tools/src/programs/bundlePrograms.ts",
    env: {
      // Programs that tests start load what an earlier one has compiled, and of fewer files.
      NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.cache/tests", import.meta.url)),
      NODE_OPTIONS: `--require=${fileURLToPath(runBundled)}`
    },
    // Files leave nothing behind for one another, and load the same modules.
    isolate: false,
    // Many files wait for a browser, a process or a lease; a core for each would idle.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst }
  }
})
