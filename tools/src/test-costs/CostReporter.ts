import { writeFileSync } from "node:fs"
import type { Reporter, TestModule } from "vitest/node"
import { costTable, type FileCost } from "./costTable.ts"

const lines = 20

/**
 * Prints the most expensive test files at the end of a run. Writes all files to the file that the
 * environment variable TEST_COSTS names.
 */
export default class CostReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const costs = modules.map(costOf)
    process.stdout.write(`\n${costTable(costs, lines)}\n`)
    const file = process.env.TEST_COSTS
    if (file !== undefined) writeFileSync(file, `${costTable(costs, costs.length)}\n`)
  }
}

const costOf = (module: TestModule): FileCost => {
  const { collectDuration, duration } = module.diagnostic()
  return {
    file: module.relativeModuleId,
    tests: [...module.children.allTests()].length,
    wallMs: collectDuration + duration,
    cpuMs: module.meta().cpuMs ?? 0
  }
}
