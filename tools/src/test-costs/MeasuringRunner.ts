import { readFileSync } from "node:fs"
import { type RunnerTestFile, type RunnerTestSuite, TestRunner } from "vitest"

declare module "vitest" {
  interface TaskMeta {
    /** The processor time of a file: of its imports, its tests and the processes they started. */
    cpuMs?: number
  }
}

/** Runs test files as Vitest does, and measures the processor time of each. */
export default class MeasuringRunner extends TestRunner {
  #atStart = 0

  override onCollectStart(file: RunnerTestFile): void {
    this.#atStart = cpuMs()
    super.onCollectStart(file)
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite)
    if ("filepath" in suite) suite.meta.cpuMs = cpuMs() - this.#atStart
  }
}

/** Returns the processor time of this process and of the processes it started that have ended. */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + cpuMsOfEndedChildren()
}

/** Milliseconds of one clock tick of Linux. */
const tickMs = 10

/** Returns zero on systems that are not Linux. */
const cpuMsOfEndedChildren = (): number => {
  if (process.platform !== "linux") return 0
  const stat = readFileSync("/proc/self/stat", "utf8")
  // The name of the program may contain spaces. Its state, the third field, follows it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  const [user, system] = fields.slice(13, 15).map(Number)
  return ((user ?? 0) + (system ?? 0)) * tickMs
}
