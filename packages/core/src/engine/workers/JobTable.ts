import { Context, type Effect, Layer } from "effect"
import type { billingModule } from "../../billing/billingModule.ts"
import type { cardsModule } from "../../cards/cardsModule.ts"
import type { checkoutModule } from "../../checkout/checkoutModule.ts"
import type { inboundModule } from "../../inbound/inboundModule.ts"
import type { paymentsModule } from "../../payments/operations/paymentsModule.ts"
import type { JobDeclaration, Lane } from "../../platform/jobs/JobDeclaration.ts"

type CoreJobs = (typeof paymentsModule)["jobs"] &
  (typeof checkoutModule)["jobs"] &
  (typeof cardsModule)["jobs"] &
  (typeof billingModule)["jobs"] &
  (typeof inboundModule)["jobs"]

type Run = ReturnType<CoreJobs[keyof CoreJobs]["run"]>

/** A job that runs, with the needs of all jobs. */
type Running = Effect.Effect<unknown, Effect.Error<Run>, Effect.Services<Run>>

/** A lane with the kinds of its jobs. */
export interface LaneKinds {
  readonly lane: Lane
  readonly kinds: ReadonlyArray<string>
  /** The kinds whose jobs rest. They are in `kinds` too. */
  readonly resting: ReadonlyArray<string>
}

/** The kinds of jobs of this engine, as its modules declare them. */
export class JobTable extends Context.Service<
  JobTable,
  {
    /** The lanes with the kinds of their jobs, `money` first. */
    readonly lanes: ReadonlyArray<LaneKinds>
    /** Returns the declaration of a kind of one of the lanes. */
    readonly of: (kind: string) => JobDeclaration<Running>
  }
>()("@payloom/core/engine/workers/JobTable") {
  static readonly layer = (jobs: Readonly<Record<string, JobDeclaration>>) => {
    const lanes = (["money", "upkeep"] as const).map((lane): LaneKinds => {
      const own = Object.entries(jobs).filter(([, job]) => job.lane === lane)
      const resting = own.filter(([, job]) => job.rests === true)
      return { lane, kinds: own.map(([kind]) => kind), resting: resting.map(([kind]) => kind) }
    })
    return Layer.succeed(JobTable, { lanes, of: (kind) => jobs[kind] as JobDeclaration<Running> })
  }
}
