import type { Fault } from "@payloom/testkit"

/** The way in which the simulated provider works. */
export const providerKinds = [
  /** It has lookups, and repeats an answer to a request that it knows. */
  "usual",
  /** It has lookups, and carries out each request that it gets. */
  "without_deduplication",
  /** It repeats answers, and a charge can't be looked up. */
  "without_lookups",
  /** It has no lookups, and reports each change. */
  "notifying",
  /** The payer brings the result of a charge back from the provider. */
  "return_data"
] as const
/** One of the ways in which the simulated provider works. */
export type ProviderKind = (typeof providerKinds)[number]

/** The things that don't change in a history. */
export interface World {
  /** RFC 3339. */
  readonly startsAt: string
  /** The number of virtual processes on the one store. */
  readonly processes: number
  /** The number of merchants. */
  readonly tenants: number
  readonly provider: ProviderKind
  /** True if one of the merchant accounts is refused by its provider. */
  readonly refusesAnAccount: boolean
  /** The end of a subscription whose last retry failed. */
  readonly dunningExhausted: "terminate" | "pause"
  /** True if reads and commits of different processes interleave at random. */
  readonly interleaves: boolean
}

/** The names of the faults of a commit. */
export const commitFaults = [
  /** The commit is refused, because a row has changed. */
  "conflicts",
  /** Nothing is written, and the outcome of the commit is unknown to the engine. */
  "unavailable_before",
  /** The commit is written, and its outcome is unknown to the engine. */
  "unavailable_after",
  /** The process dies before the commit is written. */
  "dies_before",
  /** The commit is written, and the process dies before it gets the answer. */
  "dies_after"
] as const
/** A fault of a commit. */
export type CommitFault = (typeof commitFaults)[number]

/** A call of an operation, or something that a payer or a bank does. */
export interface Call {
  readonly _tag: "Call"
  /** The name of the operation, such as `payments.create` or `bank.dispute`. */
  readonly operation: string
  readonly process: number
  readonly tenant: number
  /** Numbers from 0 to 99, which choose the objects and the input of the call. */
  readonly draws: ReadonlyArray<number>
  /** The idempotency key, or null for a new key. Calls with the same number share a key. */
  readonly key: number | null
  /** The number of further times that the caller sends the same call after an answer or a death. */
  readonly repeats: number
}

/** The ways in which a merchant account can be out of order. */
export type Outage = "not_sent" | "throws" | "hangs"

/** One step of a history. */
export type Step =
  | Call
  /** Calls of different processes at the same time. */
  | { readonly _tag: "Together"; readonly calls: ReadonlyArray<Call> }
  /** Runs the due jobs of one process or of several at the same time. */
  | { readonly _tag: "Work"; readonly processes: ReadonlyArray<number> }
  /** Time passes. Unless all processes are idle, each job runs when it is due. */
  | { readonly _tag: "Pass"; readonly ms: number; readonly idle: boolean }
  | { readonly _tag: "Kill"; readonly process: number }
  /** Sets the clock of a process to this many milliseconds after the true time. */
  | { readonly _tag: "Skew"; readonly process: number; readonly ms: number }
  /** A later call to the provider, or a later notification, goes wrong. */
  | { readonly _tag: "Fault"; readonly fault: Fault }
  /** The nth commit of an operation or of a job meets a fault, once. */
  | {
      readonly _tag: "CommitFault"
      /** Such as `payments.create` or `job recover_attempt`. Null for the next commit of any. */
      readonly operation: string | null
      readonly commit: number
      readonly meets: CommitFault
    }
  /** The storage doesn't answer the nth read from now on. */
  | { readonly _tag: "ReadFault"; readonly nth: number }
  /** A merchant account is out of order until its outage ends. Null ends it. */
  | { readonly _tag: "Outage"; readonly account: number; readonly how: Outage | null }

/**
 * Everything that decides a run. It is plain data, so a history can be printed, kept and run
 * again.
 */
export interface History {
  /** Decides the ids and the interleaving. */
  readonly seed: string
  readonly world: World
  readonly steps: ReadonlyArray<Step>
}
