import type { Effect, Stream } from "effect"
import type { Dispute } from "../../payments/disputes/Dispute.ts"
import type {
  ExpandedDispute,
  IterateDisputes,
  ListDisputes,
  listDisputes,
  RetrieveDispute,
  retrieveDispute
} from "../../payments/disputes/listDisputes.ts"
import type { List } from "../../platform/pagination/List.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import type { CallStyle, Refusals, RefusedWith } from "./CallStyle.ts"

/**
 * What payers take back of payments, or ask about: operations 32 and 33 of the spec. Providers make
 * them and move them on; nothing else does.
 */
export interface Disputes<F extends CallStyle> {
  /**
   * Operation 32 (spec 4.9): a page of disputes, newest first. A payment may have several.
   *
   * Refused with `InvalidInput`.
   */
  readonly list: DisputeList[F]
  /**
   * All disputes that a query finds, newest first. A page is asked for when it is needed, `limit`
   * at a time. Refused as `list` is, at the page that is.
   */
  readonly iterate: DisputeWalk[F]
  /**
   * Operation 33 (spec 4.9): a dispute as it stands, by its id.
   *
   * Refused with `ResourceNotFound` and `InvalidInput`.
   */
  readonly retrieve: DisputeRead[F]
}

interface ListRefusals {
  readonly all: RefusedWith<typeof listDisputes> | Refusals["onBehalf"]
}

/** What it answers depends on whether it is asked to expand; each signature is documented. */
interface DisputeList {
  readonly declared: typeof listDisputes
  readonly effect: {
    /**
     * A page of disputes, newest first, 20 of them unless told (operation 32, spec 4.9). Refused
     * with `InvalidInput`.
     */
    (caller: Caller, query?: ListDisputes): Effect.Effect<List<Dispute>, ListRefusals["all"]>
    /** The same, each with its payment in place of that one's id. */
    (
      caller: Caller,
      query: ListDisputes<"payment">
    ): Effect.Effect<List<ExpandedDispute>, ListRefusals["all"]>
  }
  readonly promise: {
    /**
     * A page of disputes, newest first, 20 of them unless told (operation 32, spec 4.9). Refused
     * with `InvalidInput`.
     */
    (query?: ListDisputes): Promise<List<Dispute>>
    /** The same, each with its payment in place of that one's id. */
    (query: ListDisputes<"payment">): Promise<List<ExpandedDispute>>
  }
}

interface DisputeWalk {
  readonly declared: never
  readonly effect: {
    /**
     * All disputes that a query finds, newest first. A page is asked for when it is needed, `limit`
     * at a time. Refused as `list` is, at the page that is.
     */
    (caller: Caller, query?: IterateDisputes): Stream.Stream<Dispute, ListRefusals["all"]>
    /** The same, each with its payment in place of that one's id. */
    (
      caller: Caller,
      query: IterateDisputes<"payment">
    ): Stream.Stream<ExpandedDispute, ListRefusals["all"]>
  }
  readonly promise: {
    /**
     * All disputes that a query finds, newest first. A page is asked for when it is needed, `limit`
     * at a time. Refused as `list` is, at the page that is.
     */
    (query?: IterateDisputes): AsyncIterable<Dispute>
    /** The same, each with its payment in place of that one's id. */
    (query: IterateDisputes<"payment">): AsyncIterable<ExpandedDispute>
  }
}

interface ReadRefusals {
  readonly all: RefusedWith<typeof retrieveDispute> | Refusals["onBehalf"]
}

interface DisputeRead {
  readonly declared: typeof retrieveDispute
  readonly effect: {
    /**
     * A dispute as it stands, by its id (operation 33, spec 4.9). Refused with `ResourceNotFound`.
     */
    (
      caller: Caller,
      id: string,
      query?: RetrieveDispute
    ): Effect.Effect<Dispute, ReadRefusals["all"]>
    /** The same, with its payment in place of that one's id. */
    (
      caller: Caller,
      id: string,
      query: RetrieveDispute<"payment">
    ): Effect.Effect<ExpandedDispute, ReadRefusals["all"]>
  }
  readonly promise: {
    /**
     * A dispute as it stands, by its id (operation 33, spec 4.9). Refused with `ResourceNotFound`.
     */
    (id: string, query?: RetrieveDispute): Promise<Dispute>
    /** The same, with its payment in place of that one's id. */
    (id: string, query: RetrieveDispute<"payment">): Promise<ExpandedDispute>
  }
}
