import type { BillingInterval } from "@payloom/core"
import type { TrialClock } from "./trialClock.ts"

/** The setup of the process of Stripe. */
export interface StripeSetup {
  readonly subscriptions: number
  readonly clock: TrialClock
}

/** An order to the process of Stripe. */
export type StripeOrder =
  | { readonly _tag: "Run"; readonly clock: TrialClock }
  | { readonly _tag: "Use" }
  | { readonly _tag: "Bill"; readonly until: number }
  | { readonly _tag: "Stop" }

/** A subscription as Stripe has billed it. Times are in seconds since the epoch. */
export interface StripeBilled {
  readonly id: string
  readonly interval: BillingInterval
  readonly anchor: number
  readonly trialEnd: number | null
  readonly isPaused: boolean
  /** The starts of the periods that Stripe was paid for. */
  readonly billed: ReadonlyArray<number>
}

/** A report of the process of Stripe. */
export type StripeReport =
  | { readonly _tag: "Listens"; readonly url: string; readonly apiKey: string }
  | { readonly _tag: "Runs" }
  | { readonly _tag: "Used"; readonly cpuMs: number }
  | { readonly _tag: "Billed"; readonly charges: ReadonlyArray<StripeBilled> }

/** The setup of a process that imports. */
export interface ImporterSetup {
  readonly database: string
  readonly secret: string
  readonly tenant: string
  readonly url: string
  readonly apiKey: string
  readonly clock: TrialClock
}

/** A report of a process that imports. */
export type ImporterReport =
  | { readonly _tag: "Works" }
  | { readonly _tag: "Step"; readonly step: string; readonly seconds: number }
  /** A page of a step is stored. */
  | { readonly _tag: "Page" }
  | { readonly _tag: "TakenOver" }
  | { readonly _tag: "Done"; readonly cpuMs: number }
