import type { SettlementRow } from "@payloom/core"

/** A column by its name in the header, or the same value for every row. */
type ColumnOr<Value> = string | { readonly always: Value }

/** Which columns of a provider's report hold what a settlement row says. */
export interface SettlementColumns {
  /** Our own reference, or the provider's. */
  readonly reference: string
  /**
   * What each text of a column says that a row is about. Rows whose text stands for `null` are left
   * out: payouts and balances, say. A text that isn't named is refused.
   */
  readonly kind:
    | {
        readonly column: string
        readonly kinds: Readonly<Record<string, SettlementRow["kind"] | null>>
      }
    | { readonly always: SettlementRow["kind"] }
  /**
   * What was charged, refunded, disputed or came back. A refund and a dispute may have a minus;
   * what has one and comes in is refused.
   */
  readonly gross: string
  /** What the provider kept; 0 in every row unless told. */
  readonly fee?: string
  /** An ISO 4217 code. */
  readonly currency: ColumnOr<string>
  /** What the report calls the settlement or payout. */
  readonly settlement?: ColumnOr<string>
  /** When it was settled: RFC 3339, or a day of ISO 8601, which is its first moment in UTC. */
  readonly settledAt?: string
}

/** The columns that are named, in no order. */
export const columnsNamed = (columns: SettlementColumns): ReadonlyArray<string> => {
  const { reference, kind, gross, fee, currency, settlement, settledAt } = columns
  const named = [reference, gross, fee, currency, settlement, settledAt].filter(
    (column) => typeof column === "string"
  )
  return [...new Set("column" in kind ? [...named, kind.column] : named)]
}
