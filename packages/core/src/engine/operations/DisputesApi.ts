import type { Effect, Stream } from "effect"
import type { Dispute } from "../../payments/disputes/Dispute.ts"
import type { readEvidence } from "../../payments/disputes/evidence/readEvidence.ts"
import type { submitEvidence } from "../../payments/disputes/evidence/submitEvidence.ts"
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
import type { CallStyle, OnBehalf, Refusals, RefusedWith } from "./CallStyle.ts"

/**
 * Chargebacks and inquiries on payments. Only notifications of providers create disputes and move
 * them to another stage.
 */
export interface Disputes<F extends CallStyle> {
  /**
   * Returns a page of disputes, newest first. The default limit is 20. A payment may have several
   * disputes.
   *
   * Refused with `InvalidInput`.
   */
  readonly list: DisputeList[F]
  /**
   * Iterates over all disputes that match a query, newest first. Pages of `limit` disputes are read
   * as needed. Each page may be refused like `list`.
   */
  readonly iterate: DisputeWalk[F]
  /**
   * Returns a dispute by its id.
   *
   * Refused with `ResourceNotFound` and `InvalidInput`.
   */
  readonly retrieve: DisputeRead[F]
  /**
   * Returns the evidence that a dispute takes now, by its id: one form of texts and files for each
   * reason. The provider is called. Its `status` says if there are none. Library only.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly evidence: OnBehalf<F, typeof readEvidence>
  /**
   * Submits evidence against a dispute, by its id. The same evidence is submitted once, however
   * often this is called: call it again after a crash, an error or the status `unknown`. The stage
   * changes when the provider notifies of it. The engine stores a fingerprint of the evidence, and
   * no text or file of it. Library only.
   *
   * Refused with `InvalidInput`, which names the field of the form, `EvidenceNotTaken` and
   * `ResourceNotFound`.
   *
   * @example
   * ```ts
   * const { status } = await shop.disputes.submitEvidence(dispute.id, {
   *   texts: { shippingCarrier: "DHL", shippingTrackingNumber: "123" },
   *   files: [{ field: "receipt", name: "receipt.pdf", type: "application/pdf", data: pdf }]
   * })
   * ```
   */
  readonly submitEvidence: OnBehalf<F, typeof submitEvidence>
}

interface ListRefusals {
  readonly all: RefusedWith<typeof listDisputes> | Refusals["onBehalf"]
}

/** The type of the answer depends on `expand`. Each signature has its own documentation. */
interface DisputeList {
  readonly declared: typeof listDisputes
  readonly effect: {
    /**
     * Returns a page of disputes, newest first. The default limit is 20. Refused with
     * `InvalidInput`.
     */
    (caller: Caller, query?: ListDisputes): Effect.Effect<List<Dispute>, ListRefusals["all"]>
    /**
     * Returns a page of disputes, newest first, with their payments in place of the payments' ids.
     * Refused with `InvalidInput`.
     */
    (
      caller: Caller,
      query: ListDisputes<"payment">
    ): Effect.Effect<List<ExpandedDispute>, ListRefusals["all"]>
  }
  readonly promise: {
    /**
     * Returns a page of disputes, newest first. The default limit is 20. Refused with
     * `InvalidInput`.
     */
    (query?: ListDisputes): Promise<List<Dispute>>
    /**
     * Returns a page of disputes, newest first, with their payments in place of the payments' ids.
     * Refused with `InvalidInput`.
     */
    (query: ListDisputes<"payment">): Promise<List<ExpandedDispute>>
  }
}

interface DisputeWalk {
  readonly declared: never
  readonly effect: {
    /**
     * Iterates over all disputes that match a query, newest first. Pages of `limit` disputes are
     * read as needed. Each page may be refused like `list`.
     */
    (caller: Caller, query?: IterateDisputes): Stream.Stream<Dispute, ListRefusals["all"]>
    /**
     * Iterates over all disputes that match a query, newest first, with their payments in place of
     * the payments' ids. Each page may be refused like `list`.
     */
    (
      caller: Caller,
      query: IterateDisputes<"payment">
    ): Stream.Stream<ExpandedDispute, ListRefusals["all"]>
  }
  readonly promise: {
    /**
     * Iterates over all disputes that match a query, newest first. Pages of `limit` disputes are
     * read as needed. Each page may be refused like `list`.
     */
    (query?: IterateDisputes): AsyncIterable<Dispute>
    /**
     * Iterates over all disputes that match a query, newest first, with their payments in place of
     * the payments' ids. Each page may be refused like `list`.
     */
    (query: IterateDisputes<"payment">): AsyncIterable<ExpandedDispute>
  }
}

interface ReadRefusals {
  readonly all: RefusedWith<typeof retrieveDispute> | Refusals["onBehalf"]
}

interface DisputeRead {
  readonly declared: typeof retrieveDispute
  readonly effect: {
    /** Returns a dispute by its id. Refused with `ResourceNotFound`. */
    (
      caller: Caller,
      id: string,
      query?: RetrieveDispute
    ): Effect.Effect<Dispute, ReadRefusals["all"]>
    /** Returns a dispute with its payment in place of the id. Refused with `ResourceNotFound`. */
    (
      caller: Caller,
      id: string,
      query: RetrieveDispute<"payment">
    ): Effect.Effect<ExpandedDispute, ReadRefusals["all"]>
  }
  readonly promise: {
    /** Returns a dispute by its id. Refused with `ResourceNotFound`. */
    (id: string, query?: RetrieveDispute): Promise<Dispute>
    /** Returns a dispute with its payment in place of the id. Refused with `ResourceNotFound`. */
    (id: string, query: RetrieveDispute<"payment">): Promise<ExpandedDispute>
  }
}
