import { join } from "node:path"
import { installedProgram, installedVersion } from "./installed.ts"
import { prismProgram, prismVersion } from "./prism/prismProgram.ts"
import type { Program } from "./RivalProcess.ts"
import { type RivalFacts, rivals } from "./rivals.ts"

/** A product whose program can be measured. */
export interface Contender {
  readonly hasJobs: boolean
  /** Returns the version of the product's package. */
  readonly version: () => string
  /** Returns the way to start the program, or the reason why it can't be started. */
  readonly program: () => Program | { readonly missing: string }
}

const installed = (facts: RivalFacts): Contender => ({
  hasJobs: facts.hasJobs,
  version: () => installedVersion(facts),
  program: () => installedProgram(facts) ?? { missing: "Run npm run rivals:install first." }
})

const onPrism = (whenUnknown: "stop" | "repeat"): Contender => ({
  hasJobs: false,
  version: prismVersion,
  program: () => prismProgram(whenUnknown)
})

/** Payloom's own program. */
export const payloomProgram: Program = {
  script: join(import.meta.dirname, "payloom/program.ts"),
  execArgv: ["--conditions=source"]
}

/** The rivals of Payloom, by name. */
export const contenders: ReadonlyMap<string, Contender> = new Map([
  ...Object.entries(rivals).map(([name, facts]) => [name, installed(facts)] as const),
  ["prism", onPrism("stop")],
  ["prism-repeating", onPrism("repeat")]
])
