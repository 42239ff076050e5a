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

/** A release that takes the place of this one during a history. */
export interface NextRelease {
  /**
   * The names of the collections whose version it raises. This release can't read rows of theirs
   * that the next one has written. If there are none, processes of both may run side by side.
   */
  readonly raises: ReadonlyArray<string>
}

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
  /** True if all processes run a consumer of all events. */
  readonly consumes: boolean
  /**
   * True if the processes have workers. They are closed and started again without workers while
   * more than a minute passes.
   */
  readonly works: boolean
  /** Null if all processes run this release. */
  readonly nextRelease: NextRelease | null
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

/** The names of the faults of a program that gets webhooks. */
export const receiverFaults = [
  /** It answers with status 500. */
  "refuses",
  /** It answers with status 410, which disables the endpoint. */
  "is_gone",
  /** It answers with status 302. */
  "redirects",
  /** It answers with status 429, and asks for a delay of ten minutes. */
  "asks_to_wait",
  "is_unreachable",
  /** The engine's machine has no network, so the receiver is not to blame. */
  "has_no_network",
  /** The sender throws. */
  "throws",
  /** Nothing is accepted, and there is no answer. */
  "hangs",
  "answers_late",
  /** The event is accepted, and there is no answer. */
  "accepts_and_hangs",
  /** The event is accepted, and the answer has status 500. */
  "accepts_and_refuses"
] as const
/** A fault of a program that gets webhooks. */
export type ReceiverFault = (typeof receiverFaults)[number]

/** The names of the faults of the handler of a consumer. */
export const consumerFaults = [
  "fails",
  "hangs",
  /** Its process dies before the event is handled. */
  "dies_before",
  /** The event is handled, and its process dies before it can store that. */
  "dies_after"
] as const
/** A fault of the handler of a consumer. */
export type ConsumerFault = (typeof consumerFaults)[number]

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
  /** Closes a process. Another one of this release or of the next one takes its place. */
  | { readonly _tag: "Deploy"; readonly process: number; readonly isNext: boolean }
  /** Sets the clock of a process to this many milliseconds after the true time. */
  | { readonly _tag: "Skew"; readonly process: number; readonly ms: number }
  /** A later call to the provider, or a later notification, goes wrong. */
  | { readonly _tag: "Fault"; readonly fault: Fault }
  /**
   * The bank approves the next charge for another amount than requested: this many minor units
   * more, or less if it is negative. If it is lost, the answer never arrives.
   */
  | { readonly _tag: "WrongAmount"; readonly surplus: string; readonly isLost: boolean }
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
  /** The receivers of the next webhooks, of any endpoint, meet a fault. */
  | { readonly _tag: "ReceiverFault"; readonly meets: ReceiverFault; readonly times: number }
  /** The next events of the consumer meet a fault. */
  | { readonly _tag: "ConsumerFault"; readonly meets: ConsumerFault; readonly times: number }
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
