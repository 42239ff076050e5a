import type { WorkloadName } from "./workload.ts"

/** An error that is put into one expression of the engine's source. */
export interface Mutation {
  /** One sentence about the seeded error. */
  readonly name: string
  /** The file, below `packages/core/src`. */
  readonly file: string
  /** A text that occurs once in the file, with the expression to replace between « and ». */
  readonly at: string
  /** The expression in its place. */
  readonly to: string
  /** The workload that reaches it. */
  readonly workload: WorkloadName
}
