import { fileURLToPath } from "node:url"
import { defaultExclude, defineConfig } from "vitest/config"
import { BaseSequencer } from "vitest/node"
import { proofsOfOtherTurns, testFolders, turnOfProofs } from "./tools/src/test-costs/proofs.ts"

/** Slow files that compute. */
const computing = [
  /\.browser\./,
  /\/scenarios\/(billingModel|simulation|moneyHistories|races)\.random\.test\.ts$/,
  /\/adapter-postgres\/src\/(postgres|security)\.full\.test\.ts$/,
  /\/(sqlite|providerContract)\.test\.ts$/
]

/** Slow files that mostly wait: for processes, for leases, for the disk of a server. */
const waiting = [/\.(full|proof)\.test\.ts$/, /\/examples\//]

/**
 * Runs slow files first. A slow file at the end would keep one core busy while the others idle.
 * Files that compute and files that wait take turns, so that a core is never left idle.
 */
class TakingTurns extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer["sort"]>[0]) {
    const matching = (patterns: ReadonlyArray<RegExp>) =>
      patterns.flatMap((pattern) => files.filter(({ moduleId }) => pattern.test(moduleId)))
    const first = [...new Set(matching(computing))]
    const second = [...new Set(matching(waiting))].filter((file) => !first.includes(file))
    const turns = first.flatMap((file, turn) => [file, ...second.slice(turn, turn + 1)])
    return [...new Set([...turns, ...second, ...files])]
  }
}

const runBundled = new URL("tools/src/programs/runBundled.cjs", import.meta.url)

export default defineConfig({
  ssr: { resolve: { conditions: ["source"] } },
  test: {
    include: testFolders.map((folder) => `${folder}/**/*.test.ts`),
    exclude: [...defaultExclude, ...proofsOfOtherTurns(turnOfProofs())],
    // Limits end tests that hang. They are ten times the slowest test. No test has its own limit.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    execArgv: ["--conditions=source"],
    globalSetup: "tools/src/programs/bundlePrograms.ts",
    runner: "./tools/src/test-costs/MeasuringRunner.ts",
    reporters: ["default", "./tools/src/test-costs/CostReporter.ts"],
    env: {
      // Programs that tests start load a bundle, and code that an earlier program has compiled.
      NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.cache/tests", import.meta.url)),
      NODE_OPTIONS: `--require=${fileURLToPath(runBundled)}`
    },
    // Files leave nothing behind for one another, and load the same modules.
    isolate: false,
    // More workers than cores, because many files wait for a browser, a process or a timer.
    maxWorkers: 4,
    sequence: { sequencer: TakingTurns }
  }
})
