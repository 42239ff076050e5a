import { join } from "node:path"
import type { Program } from "./RivalProcess.ts"

/** A rival, and the things of it that are measured. */
export interface RivalFacts {
  /** The package whose version is reported. */
  readonly from: string
  /** The folder below `bench/rivals` with its packages and its program. */
  readonly project: string
  readonly program: string
  readonly hasJobs: boolean
}

const queue = { project: "queues", hasJobs: true }

/** The rivals, by name. */
export const rivals = {
  dbos: { ...queue, from: "@dbos-inc/dbos-sdk", program: "dbos.ts" },
  "pg-boss": { ...queue, from: "pg-boss", program: "pgBoss.ts" },
  "graphile-worker": { ...queue, from: "graphile-worker", program: "graphileWorker.ts" },
  medusa: { project: "medusa", from: "@medusajs/payment", program: "medusa.ts", hasJobs: false }
} as const satisfies Readonly<Record<string, RivalFacts>>

/** The name of a rival. */
export type RivalName = keyof typeof rivals

/** The names of all rivals. */
export const rivalNames = Object.keys(rivals) as ReadonlyArray<RivalName>

/** Payloom's own program. */
export const payloomProgram: Program = {
  script: join(import.meta.dirname, "payloom/program.ts"),
  execArgv: ["--conditions=source"]
}
