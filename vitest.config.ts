import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import { BaseSequencer } from "vitest/node"

/** What takes long and computes. */
const busy = [
  /\.browser\.test\.ts$/,
  /\/scenarios\/(billingModel|simulation)\.test\.ts$/,
  /\/(sqlite|locks|tidy)\.test\.ts$/
]

/** What takes long and mostly waits: for processes, for leases, for the disk of a server. */
const waiting = [
  /\/examples\//,
  /\/adapter-postgres\/src\/(postgres|security|outages)\.test\.ts$/,
  /\/(adapter-postgres|cli)\//,
  /\/(processes|onPostgres|leftBehind)\.test\.ts$/
]

/**
 * What takes long comes first: begun last, it would keep one core busy while the others idle. What
 * computes and what waits take turns, so that neither all compute nor all wait.
 */
class TakingTurns extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer["sort"]>[0]) {
    const chosen = (patterns: ReadonlyArray<RegExp>, from: typeof files) =>
      patterns.flatMap((pattern) => from.filter(({ moduleId }) => pattern.test(moduleId)))
    const computing = chosen(busy, files)
    const idling = chosen(
      waiting,
      files.filter((file) => !computing.includes(file))
    )
    const turns = computing.flatMap((file, turn) => [file, ...idling.slice(turn, turn + 1)])
    return [...new Set([...turns, ...idling, ...files])]
  }
}

const runBundled = new URL("tools/src/programs/runBundled.cjs", import.meta.url)

export default defineConfig({
  ssr: { resolve: { conditions: ["source"] } },
  test: {
    include: ["{packages,examples}/*/src/**/*.test.ts", "{tools,bench,docs}/src/**/*.test.ts"],
    // Limits end what hangs. They are ten times what the slowest takes, and no test has its own.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    execArgv: ["--conditions=source"],
    globalSetup: "tools/src/programs/bundlePrograms.ts",
    runner: "./tools/src/test-costs/MeasuringRunner.ts",
    reporters: ["default", "./tools/src/test-costs/CostReporter.ts"],
    env: {
      // Programs that tests start load what an earlier one has compiled, and of fewer files.
      NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.cache/tests", import.meta.url)),
      NODE_OPTIONS: `--require=${fileURLToPath(runBundled)}`
    },
    // Files leave nothing behind for one another, and load the same modules.
    isolate: false,
    // Many files wait for a browser, a process or a lease; a core for each would idle.
    maxWorkers: 4,
    sequence: { sequencer: TakingTurns }
  }
})
