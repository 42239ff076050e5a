import { describe, expect, it } from "vitest"
import { costTable } from "./costTable.ts"

describe("the table of test costs", () => {
  const costs = [
    { file: "quick.test.ts", tests: 2, wallMs: 140, cpuMs: 100 },
    { file: "slow.test.ts", tests: 30, wallMs: 65_430, cpuMs: 12_000 },
    { file: "waiting.test.ts", tests: 1, wallMs: 5_000, cpuMs: 60 }
  ]

  it("has the slowest file first, and the sum last", () => {
    expect(costTable(costs, 3).split("\n")).toEqual([
      "  wall s   cpu s  tests  file",
      "    65.4    12.0     30  slow.test.ts",
      "     5.0     0.1      1  waiting.test.ts",
      "     0.1     0.1      2  quick.test.ts",
      "    70.6    12.2     33  in all"
    ])
  })

  it("has the files beyond its length as one line", () => {
    expect(costTable(costs, 1).split("\n").slice(2)).toEqual([
      "     5.1     0.2      3  2 other files",
      "    70.6    12.2     33  in all"
    ])
  })
})
