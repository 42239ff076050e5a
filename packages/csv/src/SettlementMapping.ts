import type { SettlementRow } from "@payloom/core"
import type { AmountForm, NegativeForm, ThousandsMark } from "./amounts.ts"

/** A column by its name in the header, or the same value for every row. */
export type ColumnOr<Value> = string | { readonly always: Value }

/** One column, or several of which a row uses the first that isn't empty. */
export type FirstOf = string | ReadonlyArray<string>

/** Two columns for one amount. A row has it in one of them, and the other is empty or 0. */
export interface DebitAndCredit {
  /** The column of amounts that the provider took from the merchant. */
  readonly debit: string
  /** The column of amounts that the provider gave to the merchant. */
  readonly credit: string
}

/** An amount without a sign, and another column that contains its direction. */
export interface AmountAndDirection extends DebitAndCredit {
  /** The column of the amount. */
  readonly column: string
  /** The column of the direction. */
  readonly direction: string
  /** The text for amounts that were taken from the merchant, such as `DR`. */
  readonly debit: string
  /** The text for amounts that were given to the merchant, such as `CR`. */
  readonly credit: string
}

/** An amount that is negative if it was taken from the merchant, and positive if it was given. */
export interface SignedAmount {
  readonly signed: string
}

/**
 * The columns of the gross. In a plain column, refunds and disputes may have a minus or not. With
 * the other three, a row whose direction contradicts its kind is refused.
 */
export type GrossColumns = string | SignedAmount | DebitAndCredit | AmountAndDirection

/** The columns of a fee. A plain column is positive if the provider kept the fee. */
export type FeeColumn = string | DebitAndCredit | AmountAndDirection

/**
 * A correction to another row of the report with the same reference. Its gross and fee are added to
 * the row of the kind `partOf`. If they cancel each other, both are left out. If the report has no
 * such row, the correction is a row of the kind `alone`, or it is refused if `alone` is absent.
 */
export interface PartOfRow {
  readonly partOf: SettlementRow["kind"]
  readonly alone?: SettlementRow["kind"]
}

/** The kind of rows with a text. `null` leaves the row out. */
export type KindOfRow = SettlementRow["kind"] | PartOfRow | null

/** The texts of the kinds of rows. */
export interface KindColumns {
  /** The column of the text. The texts of several columns are joined with a space. */
  readonly column: FirstOf
  /**
   * The kind for each text. A key that ends with `*` matches all texts that begin with the rest of
   * it. The longest key wins. A row with any other text is refused.
   */
  readonly kinds: Readonly<Record<string, KindOfRow>>
}

/** A column, and the zone of its times. */
export interface TimeColumn {
  readonly column: string
  /**
   * The zone of times that contain none: an IANA name such as `Europe/Amsterdam`, `UTC`, or another
   * column that contains the zone. Default: `timeZone` of the options.
   */
  readonly zone?: string | ZoneColumn
  /** The order of days and months in dates such as 03/04/2026. Without it they are refused. */
  readonly dateOrder?: "dmy" | "mdy"
}

/** A column of zones: IANA names, offsets such as `+01:00`, or the names given here. */
export interface ZoneColumn {
  readonly column: string
  /** The meaning of names such as `CEST`: an offset such as `+02:00`, or an IANA name. */
  readonly names?: Readonly<Record<string, string>>
}

/** A column and some of its texts. */
export interface ColumnValues {
  readonly column: string
  readonly values: ReadonlyArray<string>
}

/** Files whose first cell is the type of the line, such as `SB` for a row of PayPal's. */
export interface LineTypes {
  /**
   * The type of the line that names the columns. It may come several times, once for each section.
   */
  readonly header: string
  /** The type of a row. */
  readonly row: string
  /** The type of the line that ends a section. A file that ends before it is refused. */
  readonly end?: string
  /** The types of lines that are not read. Any other line is refused. */
  readonly others: ReadonlyArray<string>
}

/**
 * The columns of references by kind. Without their own, returns of charges and splits use the
 * columns of charges.
 */
export type ReferenceColumns = Readonly<
  Record<Exclude<SettlementRow["kind"], "charge_return" | "split" | "split_reversal">, FirstOf>
> & {
  readonly charge_return?: FirstOf
  readonly split?: FirstOf
  readonly split_reversal?: FirstOf
}

/**
 * The columns of a provider's settlement report, and their formats. Column names may differ from
 * the file's in letter case and spaces.
 */
export interface SettlementMapping {
  /**
   * Our own reference (the id of the attempt, refund or dispute), or the provider's. Some kinds of
   * rows may have it in other columns.
   */
  readonly reference: FirstOf | ReferenceColumns
  /** The kind of a row. */
  readonly kind: KindColumns | { readonly always: SettlementRow["kind"] }
  /** The amount that was charged, refunded, disputed or came back, before fees. */
  readonly gross: GrossColumns
  /** The fee that the provider kept. Several columns are added. Without it each fee is 0. */
  readonly fee?: FeeColumn | ReadonlyArray<FeeColumn>
  /** The meaning of an empty fee: `zero`, or `refused` (the default). */
  readonly blankFees?: "zero" | "refused"
  /** True if plain fee columns have a minus when the provider kept the fee. Default: false. */
  readonly negativeFees?: boolean
  /**
   * The gross less the fees. It is only a check: a row is refused if its gross less its fees is
   * another amount. An empty cell isn't checked.
   */
  readonly net?: string | DebitAndCredit
  /**
   * An ISO 4217 code, in capital or small letters. With `always`, a file is refused if one of its
   * columns names another currency.
   */
  readonly currency: ColumnOr<string>
  /**
   * The currency of fees and net. If it isn't the currency of the gross, the row was converted. It
   * can't be booked, because a row has one currency.
   */
  readonly feeCurrency?: string
  /** The treatment of converted rows: `refused` (the default), or `left_out`. */
  readonly converted?: "refused" | "left_out"
  /** The report's name for the settlement or payout. */
  readonly settlement?: ColumnOr<string>
  /**
   * The time of the settlement: RFC 3339, `2026-11-22 10:00:00` with a zone, or a day. A day means
   * its first moment, in UTC if no zone is given. Of several columns, the first that the file has
   * is used. A local time that a change of clocks makes ambiguous, or skips, is refused.
   */
  readonly settledAt?: string | TimeColumn | ReadonlyArray<TimeColumn>
  /** Mapped columns that a file may lack. They are read as empty. */
  readonly optional?: ReadonlyArray<string>
  /** Rows to skip: those with one of these texts in the column. */
  readonly skip?: ReadonlyArray<ColumnValues>
  /** Rows to read: those with one of these texts in each of these columns. */
  readonly only?: ReadonlyArray<ColumnValues>
  /**
   * The number of lines before the header. Default: 0. With `any`, the header is the first of the
   * first 100 lines that names all columns.
   */
  readonly linesBefore?: number | "any"
  /**
   * The first cell of the line after the last row, such as `Total`. That line and all after it are
   * not read. A file without such a line is refused.
   */
  readonly endsAt?: string
  /** For files whose first cell is the type of the line. */
  readonly lineTypes?: LineTypes
  /** The format of amounts. Default: `major`. */
  readonly amounts?: AmountForm
  /**
   * The number of decimals of a currency, if the report uses `minor` and doesn't follow ISO 4217.
   * `null` means that the report's documents don't say it: amounts of that currency are refused.
   */
  readonly decimals?: Readonly<Record<string, number | null>>
  /**
   * The mark before decimals. Without it the mark is a point, and an amount such as 1.234 is
   * refused, because the point may separate thousands there.
   */
  readonly decimalMark?: "." | ","
  /**
   * The mark between thousands. Without it, amounts with such a mark are refused. A space matches
   * any kind of space.
   */
  readonly thousandsMark?: ThousandsMark
  /** The format of amounts below 0: -5.00 (the default), 5.00- or (5.00). */
  readonly negatives?: NegativeForm
  /** The mark between cells. Default: a comma. */
  readonly delimiter?: "," | ";" | "\t" | "|"
}
