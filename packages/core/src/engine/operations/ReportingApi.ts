import type { Effect } from "effect"
import type { Consuming } from "../../outbound/consumers/consume.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import type { attention } from "../../reporting/attention.ts"
import type { figures } from "../../reporting/figures.ts"
import type {
  IterateReportedPayments,
  listReportedPayments
} from "../../reporting/listReportedPayments.ts"
import type { reportingLag } from "../../reporting/reportingLag.ts"
import type { catchUpReporting, runReporting } from "../../reporting/runReporting.ts"
import type { searchReports } from "../../reporting/search/searchReports.ts"
import type { CallStyle, OfEngine, OnBehalf, Refusals, RefusedWith, Walk } from "./CallStyle.ts"
import type { Consumption } from "./ConsumersApi.ts"

/**
 * Lists, search and figures for operators. They read rows that `payloom.reporting.run()` keeps, so
 * they are a second or two behind the payments, and empty if it never ran. Library only.
 */
export interface Reporting<F extends CallStyle> {
  /**
   * Returns a page of payments, newest first. The default limit is 20. Every combination of filters
   * reads a limited number of rows. So a page may have fewer payments than `limit`, or none, while
   * `hasMore` is true. Continue with `nextCursor` then.
   *
   * Refused with `InvalidInput`.
   */
  readonly payments: OnBehalf<F, typeof listReportedPayments>
  /**
   * Iterates over all payments that match a query, newest first. Pages of `limit` payments are read
   * as needed. Each page may be refused like `payments`.
   */
  readonly iteratePayments: Walk<
    F,
    [scope: Scope, query?: IterateReportedPayments],
    typeof listReportedPayments
  >
  /**
   * Finds objects of any kind by a text that a person has at hand. It may be the id of any object,
   * a provider's reference, an email address, a customer's reference or a value of metadata. It may
   * also be the last four digits of a card, or an amount such as `12.50`, `12,50 EUR` or `1250`.
   * Returns at most 20 hits, the most exact first.
   *
   * Refused with `InvalidInput`.
   */
  readonly search: OnBehalf<F, typeof searchReports>
  /**
   * Returns the figures of some hours or days, in UTC: volume by currency, attempts by merchant
   * account and by method, declines by reason, and recovered amounts. A refund counts in the period
   * in which it succeeded. Everything else counts in the period in which its payment was created.
   * `by: "hour"` takes at most 3 days, and `by: "day"` at most 400.
   *
   * Refused with `InvalidInput`.
   */
  readonly figures: OnBehalf<F, typeof figures>
  /** Counts what needs a person, such as disputes whose evidence is due. Each counts to 100. */
  readonly attention: OnBehalf<F, typeof attention>
  /** Returns how far the reports are behind the payments, and if a process keeps them. */
  readonly lag: OnBehalf<F, typeof reportingLag>
}

/** The program that keeps the reports. Library only. */
export interface Reporter<F extends CallStyle> {
  /**
   * Keeps the reports of all merchants up to date in this process. It reads events like a consumer,
   * so a charge writes nothing for it. It continues at its stored position, and reports a store
   * that has payments already from its first event on. Several processes share the work. Returns a
   * handle that stops it in this process.
   *
   * Refused with `InvalidInput` if it runs in this process already.
   */
  readonly run: Run[F]
  /**
   * Reports all events that are pending, for programs that run for a short time. Events that
   * another process is reporting are left to it. Returns the number of events.
   */
  readonly catchUp: OfEngine<F, typeof catchUpReporting>
}

interface Run {
  readonly declared: typeof runReporting
  readonly effect: () => Effect.Effect<
    Consuming,
    RefusedWith<typeof runReporting> | Refusals["any"]
  >
  readonly promise: () => Promise<Consumption>
}
