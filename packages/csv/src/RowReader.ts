import { CurrencyCode, SettlementRow } from "@payloom/core"
import { Schema } from "effect"
import type { Header } from "./header.ts"
import { type FoundPart, KindReader } from "./KindReader.ts"
import { momentIn, zoneUnknown } from "./localTimes.ts"
import { referenceOf } from "./mappedColumns.ts"
import { AmountReader, type Cells, isTaken } from "./rowAmounts.ts"
import type { ColumnOr, SettlementMapping, TimeColumn } from "./SettlementMapping.ts"

/** A mistake in a row, by its column. */
interface Complaint {
  readonly column: string | null
  readonly complaint: string
}

/** The result of reading a line of a report. */
export type LineReading =
  | { readonly _tag: "Row"; readonly row: SettlementRow; readonly part: FoundPart | null }
  | { readonly _tag: "LeftOut"; readonly because: string }
  | { readonly _tag: "Refused"; readonly complaints: ReadonlyArray<Complaint> }

/** The last time that was read, with its zone. */
interface ReadTime {
  readonly text: string
  readonly zone: string | null
  readonly moment: ReturnType<typeof momentIn>
}

const isCurrency = Schema.is(CurrencyCode)
const isRow = Schema.is(Schema.toType(SettlementRow))

/** Reads the rows below a header. */
export class RowReader {
  readonly #mapping: SettlementMapping
  readonly #timeZone: string | null
  readonly #amounts: AmountReader
  readonly #kinds: KindReader
  #last: ReadTime = { text: "", zone: null, moment: 0 }

  constructor(mapping: SettlementMapping, timeZone: string | null) {
    this.#mapping = mapping
    this.#timeZone = timeZone
    this.#amounts = new AmountReader(mapping)
    this.#kinds = new KindReader(mapping.kind)
  }

  read(record: ReadonlyArray<string>, header: Header): LineReading {
    const complaints: Array<Complaint> = []
    const cells: Cells = {
      cell: (column) => record[header.places.get(column) ?? -1] ?? "",
      complain: (column, complaint) => complaints.push({ column, complaint })
    }
    const read = this.#read(cells, header, record)
    return complaints.length > 0 || read === null ? { _tag: "Refused", complaints } : read
  }

  #read(cells: Cells, header: Header, record: ReadonlyArray<string>): LineReading | null {
    const skipped = this.#skippedBy(cells)
    if (skipped !== null) return { _tag: "LeftOut", because: skipped }
    this.#refuseOtherCurrencies(cells, header, record)
    const found = this.#kinds.kindOf(cells)
    if (found === null) return null
    if (found.kind === null) return { _tag: "LeftOut", because: found.because }
    const { kind, part } = found
    const currency = this.#currency(cells)
    if (currency === null) return null
    const converted = this.#isConverted(cells, currency)
    if (converted === "left_out") return { _tag: "LeftOut", because: "converted" }
    if (converted === "refused") return null
    const reference = this.#reference(cells, kind)
    // A correction goes in the other direction.
    const amounts = this.#amounts.read(cells, currency, isTaken(kind) === (part === null))
    const row = {
      reference,
      kind,
      currency,
      gross: amounts?.gross ?? 0n,
      fee: amounts?.fee ?? 0n,
      ...this.#settlement(cells),
      ...this.#settledAt(cells, header)
    }
    if (amounts === null || reference === "") return null
    if (!isRow(row))
      cells.complain(
        null,
        "has a text of more than 255 characters, or an amount of more than 15 digits"
      )
    return { _tag: "Row", row, part }
  }

  /** Returns why a row is skipped. Null if it is read. */
  #skippedBy(cells: Cells): string | null {
    const { skip = [], only = [] } = this.#mapping
    const other = only.find(({ column, values }) => !values.includes(cells.cell(column)))
    if (other !== undefined) return `not only ${other.column}`
    const some = skip.find(({ column, values }) => values.includes(cells.cell(column)))
    return some === undefined ? null : `skip ${some.column}`
  }

  #refuseOtherCurrencies(cells: Cells, header: Header, record: ReadonlyArray<string>): void {
    const { currency } = this.#mapping
    if (typeof currency === "string") return
    for (const [place, name] of header.currencies) {
      const named = (record[place] ?? "").toUpperCase()
      if (isCurrency(named) && named !== currency.always) {
        cells.complain(
          name,
          `names another currency than ${currency.always}, which the mapping says is always ` +
            "meant: " +
            "name a column of currencies in the mapping, or `skip` such rows"
        )
      }
    }
  }

  #currency(cells: Cells): string | null {
    const { currency: of } = this.#mapping
    const currency = valueOf(of, cells).toUpperCase()
    if (isCurrency(currency)) return currency
    cells.complain(
      typeof of === "string" ? of : null,
      "must be an active ISO 4217 currency, such as EUR"
    )
    return null
  }

  #isConverted(cells: Cells, currency: string): "left_out" | "refused" | null {
    const { feeCurrency, converted = "refused" } = this.#mapping
    const other = feeCurrency === undefined ? "" : cells.cell(feeCurrency).toUpperCase()
    if (feeCurrency === undefined || other === "" || other === currency) return null
    if (converted === "refused") {
      cells.complain(
        feeCurrency,
        "is not the currency of the amount. A row that was converted can't be booked: leave such " +
          'rows out with `converted: "left_out"`'
      )
    }
    return converted
  }

  #reference(cells: Cells, kind: SettlementRow["kind"]): string {
    const columns = referenceOf(this.#mapping, kind)
    const text = columns.map((column) => cells.cell(column)).find((each) => each !== "") ?? ""
    if (text === "") {
      const others = columns.slice(1).map((column) => JSON.stringify(column))
      const also = others.length === 0 ? "" : `, and so is ${others.join(" and ")}`
      cells.complain(columns[0] ?? null, `is empty${also}`)
    }
    return text
  }

  #settlement(cells: Cells): Pick<SettlementRow, "settlement"> {
    const { settlement } = this.#mapping
    if (settlement === undefined) return {}
    const text = valueOf(settlement, cells)
    return { settlement: text === "" ? null : text }
  }

  #settledAt(cells: Cells, { time }: Header): Pick<SettlementRow, "settledAt"> {
    if (time === null) return {}
    const { column, zone, dateOrder } = time
    const text = cells.cell(column)
    if (text === "") return { settledAt: null }
    const named = typeof zone === "object" ? cells.cell(zone.column) : zone
    const names = typeof zone === "object" ? (zone.names ?? {}) : {}
    const meant = Object.hasOwn(names, named ?? "") ? names[named ?? ""] : named
    const moment = this.#momentIn(text, meant || this.#timeZone, dateOrder)
    if (typeof moment === "number") return { settledAt: moment }
    const isOfOptions = !meant && moment.complaint === zoneUnknown
    cells.complain(column, isOfOptions ? optionUnknown : moment.complaint)
    return {}
  }

  /** Rows of one payout have the same time, and reading times in zones is slow. */
  #momentIn(text: string, zone: string | null, dateOrder: TimeColumn["dateOrder"]) {
    const { text: lastText, zone: lastZone, moment } = this.#last
    if (text === lastText && zone === lastZone) return moment
    this.#last = { text, zone, moment: momentIn(text, { zone, dateOrder }) }
    return this.#last.moment
  }
}

const optionUnknown =
  "has no zone, and `timeZone` in the options is not known: it takes a name such as Europe/Berlin"

const valueOf = (of: ColumnOr<string>, cells: Cells): string =>
  typeof of === "string" ? cells.cell(of) : of.always
