import type { AttemptFigures, Mid, RoutingRule } from "@payloom/core"

/** A merchant account with how it does. */
interface AccountView extends Omit<Mid, "credentials"> {
  /** False if its provider doesn't answer this process. */
  readonly healthy: boolean
  /** The attempts of the last 24 hours. Null if there were none. */
  readonly figures: AttemptFigures | null
}

/** The merchant accounts and the rules. */
export interface RoutingView {
  readonly accounts: ReadonlyArray<AccountView>
  readonly rules: ReadonlyArray<RoutingRule>
}

/** The attempts that rules would have sent elsewhere. */
export interface SimulationView {
  /** The number of attempts that were routed again: the last ones, at most 500. */
  readonly attempts: number
  /** The time of the oldest of them, in milliseconds since the epoch. Null if there are none. */
  readonly since: number | null
  /** The number of attempts that would go to another account. */
  readonly changed: number
  /** The attempts by account, now and with the rules. Null is no account. */
  readonly accounts: ReadonlyArray<{
    readonly mid: string | null
    readonly went: number
    readonly wouldGo: number
  }>
  /** The number of attempts that each rule decides, in the order of the rules. */
  readonly rules: ReadonlyArray<{ readonly name: string; readonly attempts: number }>
  /** The number of attempts that no rule decides. */
  readonly withoutRule: number
}
