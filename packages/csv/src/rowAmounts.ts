import type { SettlementRow } from "@payloom/core"
import { type AmountReading, amountIn } from "./amounts.ts"
import { listOf } from "./mappedColumns.ts"
import type {
  AmountAndDirection,
  DebitAndCredit,
  FeeColumn,
  GrossColumns,
  SettlementMapping
} from "./SettlementMapping.ts"

/** A row of the file: its cells by column, and the function that collects its mistakes. */
export interface Cells {
  readonly cell: (column: string) => string
  readonly complain: (column: string | null, complaint: string) => void
}

/**
 * A gross in minor units. `isGiven` is true if the merchant received it, and null if the file
 * doesn't say.
 */
interface Gross {
  readonly amount: bigint
  readonly isGiven: boolean | null
}

/** The amounts of a row, in minor units. */
export interface RowAmounts {
  readonly gross: bigint
  readonly fee: bigint
}

/** Returns true if rows of this kind take money from the merchant. */
export const isTaken = (kind: SettlementRow["kind"]): boolean =>
  kind === "refund" || kind === "dispute" || kind === "charge_return" || kind === "split"

/** Reads the amounts of a mapping's rows. */
export class AmountReader {
  readonly #mapping: SettlementMapping
  readonly #reading: AmountReading
  readonly #fees: ReadonlyArray<FeeColumn>

  constructor(mapping: SettlementMapping) {
    const { amounts = "major", decimalMark, thousandsMark, negatives, decimals } = mapping
    this.#mapping = mapping
    this.#reading = { form: amounts, decimalMark, thousandsMark, negatives, decimals }
    this.#fees = listOf<FeeColumn>(mapping.fee)
  }

  /** Returns the gross without a sign and the fee of a row. Null if anything is wrong with them. */
  read(cells: Cells, currency: string, taken: boolean): RowAmounts | null {
    const gross = this.#gross(cells, currency, taken)
    const fees = this.#fees.map((fee) => this.#fee(fee, cells, currency))
    if (gross === null || !fees.every((fee) => fee !== null)) return null
    const fee = fees.reduce((sum, each) => sum + each, 0n)
    return this.#agreesWithNet(cells, currency, gross, fee, taken)
      ? { gross: gross.amount < 0n ? -gross.amount : gross.amount, fee }
      : null
  }

  /**
   * Reads the gross with the sign that it has in the file, unless two columns or a direction
   * determine it.
   */
  #gross(cells: Cells, currency: string, taken: boolean): Gross | null {
    const { gross: of } = this.#mapping
    const column = columnOf(of)
    const gross = this.#grossIn(of, cells, currency)
    if (gross === null) return null
    const isGiven = gross.isGiven ?? (gross.amount < 0n ? false : null)
    if (gross.amount === 0n || isGiven === null || isGiven !== taken) return gross
    cells.complain(
      column,
      taken
        ? "gives money to the merchant, but a row of its kind takes it"
        : "must not be negative or a debit, because a row of its kind gives money to the merchant"
    )
    return null
  }

  #grossIn(of: GrossColumns, cells: Cells, currency: string): Gross | null {
    if (typeof of === "string") {
      const amount = this.#amount(of, cells, currency)
      return amount === null ? null : { amount, isGiven: null }
    }
    const amount =
      "signed" in of
        ? this.#amount(of.signed, cells, currency)
        : "direction" in of
          ? this.#directed(of, cells, currency)
          : this.#sided(of, cells, currency)
    return amount === null ? null : { amount, isGiven: amount >= 0n }
  }

  /** Returns a fee, positive if the provider kept it. */
  #fee(of: FeeColumn, cells: Cells, currency: string): bigint | null {
    const isBlankZero = this.#mapping.blankFees === "zero"
    if (typeof of === "string") {
      const kept = this.#amount(of, cells, currency, isBlankZero)
      return kept !== null && this.#mapping.negativeFees === true ? -kept : kept
    }
    const given =
      "direction" in of
        ? this.#directed(of, cells, currency, isBlankZero)
        : this.#sided(of, cells, currency, isBlankZero)
    return given === null ? null : -given
  }

  /** Returns an amount, positive for a credit. */
  #sided(of: DebitAndCredit, cells: Cells, currency: string, isBlankZero = false): bigint | null {
    if (!isBlankZero && cells.cell(of.debit) === "" && cells.cell(of.credit) === "") {
      cells.complain(of.credit, `is empty, and so is ${JSON.stringify(of.debit)}`)
      return null
    }
    const debit = this.#amount(of.debit, cells, currency, true)
    const credit = this.#amount(of.credit, cells, currency, true)
    if (debit === null || credit === null) return null
    if (debit >= 0n && credit >= 0n && (debit === 0n || credit === 0n)) return credit - debit
    cells.complain(
      of.credit,
      debit < 0n || credit < 0n
        ? `is negative, or ${JSON.stringify(of.debit)} is, so its direction is unclear`
        : `and ${JSON.stringify(of.debit)} both have an amount, so it is unclear which one is meant`
    )
    return null
  }

  /** Returns an amount, positive for a credit. */
  #directed(
    of: AmountAndDirection,
    cells: Cells,
    currency: string,
    isBlankZero = false
  ): bigint | null {
    const amount = this.#amount(of.column, cells, currency, isBlankZero)
    if (amount === null || amount === 0n) return amount
    const direction = cells.cell(of.direction)
    if (amount < 0n) cells.complain(of.column, "is negative, but the row has a direction")
    else if (direction === of.credit) return amount
    else if (direction === of.debit) return -amount
    else cells.complain(of.direction, `must be ${of.debit} or ${of.credit}`)
    return null
  }

  #agreesWithNet(
    cells: Cells,
    currency: string,
    { amount, isGiven }: Gross,
    fee: bigint,
    taken: boolean
  ): boolean {
    const { net: of } = this.#mapping
    if (of === undefined) return true
    const isEmpty = listOf<string>(typeof of === "string" ? of : [of.debit, of.credit]).every(
      (column) => cells.cell(column) === ""
    )
    if (isEmpty) return true
    const net =
      typeof of === "string" ? this.#amount(of, cells, currency) : this.#sided(of, cells, currency)
    if (net === null) return false
    // If the column has no minus for amounts that are taken, the fee is added to it.
    const isUnsigned = taken && isGiven === null && amount > 0n
    if (net === (isUnsigned ? amount + fee : amount - fee)) return true
    cells.complain(
      columnOf(of),
      "is not the gross less the fees: check that the mapping has all columns of fees, and their " +
        "sign"
    )
    return false
  }

  #amount(column: string, cells: Cells, currency: string, isBlankZero = false): bigint | null {
    const text = cells.cell(column)
    if (text === "" && isBlankZero) return 0n
    const amount = amountIn(text, currency, this.#reading)
    if (typeof amount === "bigint") return amount
    cells.complain(column, amount.complaint)
    return null
  }
}

/** Returns the column that a complaint about an amount names. */
const columnOf = (of: GrossColumns): string => {
  if (typeof of === "string") return of
  if ("signed" in of) return of.signed
  return "direction" in of ? of.column : of.credit
}
