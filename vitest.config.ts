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

const shared = {
  testTimeout: 30_000,
  execArgv: ["--conditions=source"]
}

const ssr = { resolve: { conditions: ["source"] } }

export default defineConfig({
  ssr,
  test: {
    // Many files wait for a browser or a process; a core for this one would idle.
    maxWorkers: "100%",
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        ssr,
        test: {
          ...shared,
          name: "packages",
          include: ["packages/*/src/**/*.test.ts", "{tools,bench,docs}/src/**/*.test.ts"],
          // Their files leave nothing behind for one another, and load the same modules.
          isolate: false
        }
      },
      {
        ssr,
        test: { ...shared, name: "examples", include: ["examples/*/src/**/*.test.ts"] }
      }
    ]
  }
})
