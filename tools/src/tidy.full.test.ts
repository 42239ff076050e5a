import { resolve } from "node:path"
import { describe, expect, it } from "vitest"
import { examplesOnLines, explainedExports, noReminders, noSilencing } from "./tidy/commentRules.ts"
import { noNodeImports, noPromises, noWorld } from "./tidy/purityRules.ts"
import { parseSource, type Rule, readSources } from "./tidy/Source.ts"
import {
  oneBarrel,
  shortFiles,
  shortFunctions,
  shortLines,
  tellingNames
} from "./tidy/sizeRules.ts"
import { noOwnLimits, noSpeed, randomByName } from "./tidy/testRules.ts"
import { eventsAreTold, jobsAreScheduled } from "./tidy/voiceRules.ts"

const root = resolve(import.meta.dirname, "../..")
const sources = readSources(root)

const rules: ReadonlyArray<Rule> = [
  shortFiles,
  shortFunctions,
  shortLines,
  tellingNames,
  oneBarrel,
  noNodeImports,
  noWorld,
  noPromises,
  eventsAreTold,
  jobsAreScheduled,
  examplesOnLines,
  explainedExports,
  noReminders,
  noSilencing,
  noOwnLimits,
  noSpeed,
  randomByName
]

describe("the style of the code", () => {
  for (const rule of rules) {
    it(rule.name, () => {
      const violators = sources
        .filter(({ path }) => rule.appliesTo(path))
        .flatMap((source) =>
          rule.find(source).map(({ line, what }) => `${source.path}:${line} ${what}`)
        )
      expect(violators, violators.join("\n")).toEqual([])
    })
  }
})

describe("the rules of style", () => {
  it("check the sources of every workspace", () => {
    const seen = new Set(sources.map(({ path }) => path.split("/src/")[0]))
    expect([...seen]).toEqual(
      expect.arrayContaining(["packages/core", "examples/standalone-server", "docs", "tools"])
    )
  })

  for (const { name, appliesTo, find, broken } of rules) {
    it(`find a file that breaks the rule "${name}"`, () => {
      expect(appliesTo(broken.path)).toBe(true)
      expect(find(parseSource(broken.path, broken.text))).not.toEqual([])
    })
  }
})
