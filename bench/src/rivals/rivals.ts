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

/** The rivals with packages of their own, by name. */
export const rivals = {
  dbos: { ...queue, from: "@dbos-inc/dbos-sdk", program: "dbos.ts" },
  "pg-boss": { ...queue, from: "pg-boss", program: "pgBoss.ts" },
  "graphile-worker": { ...queue, from: "graphile-worker", program: "graphileWorker.ts" },
  vendure: { project: "vendure", from: "@vendure/core", program: "vendure.ts", hasJobs: false },
  medusa: { project: "medusa", from: "@medusajs/payment", program: "medusa.ts", hasJobs: false }
} as const satisfies Readonly<Record<string, RivalFacts>>
