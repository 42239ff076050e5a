import type { Lane } from "../platform/jobs/JobDeclaration.ts"
import type { ModuleChanges, ModuleContext } from "./ModuleContext.ts"

/** The result of a job of a module. */
export interface ModuleJobResult {
  /** The changes of the job. They are committed with its end, or its next time. */
  readonly changes?: ReadonlyArray<ModuleChanges>
  /**
   * The time at which it runs again, in milliseconds since the epoch. The earliest time is a second
   * later. It is done if absent.
   */
  readonly again?: number
}

/** A kind of job of a module. */
export interface ModuleJob {
  /** The module's name, a dot and a word, such as `loyalty.expire`. */
  readonly kind: string
  /** The queue. The default is `upkeep`. `money` is for jobs that payments wait for. */
  readonly lane?: Lane
  /**
   * Decides what the job does about its subject. A job that throws is retried with growing waits.
   * Operators are alerted after six failures.
   */
  readonly run: (
    context: ModuleContext,
    subject: string
  ) => ModuleJobResult | Promise<ModuleJobResult>
}

/** Defines a kind of job of a module. */
export const moduleJob = (definition: ModuleJob): ModuleJob => definition
