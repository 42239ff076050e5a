import { type Collection, feedPart, type Job, JobCollection, type Row } from "@payloom/core"
import type { TextRow } from "./families.ts"
import { filledIn, type Places, type TextForm } from "./textForm.ts"

/** A value of a stored row. */
export type Value = string | number | null

/** A row that is ready for its table: version, id, the columns of the collection, and document. */
export type StoredValues = ReadonlyArray<Value>

/** A column of a table beside the document, as both adapters name it. */
export interface Column {
  readonly name: string
  /** The text from which the value follows. */
  readonly textOf: (row: Row) => string | null
  /** Returns the value that a text stands for. */
  readonly valueOf: (text: string) => Value
}

/** A row as a form to fill in. */
export interface RowForm {
  readonly of: Collection<Row>
  readonly version: number
  readonly id: TextForm
  readonly doc: TextForm
  readonly columns: ReadonlyArray<ColumnForm>
}

interface ColumnForm {
  readonly column: Column
  /**
   * The form of the column's text. Null if each copy has null. `decoded` if the value is not in the
   * places, such as a day. Then each copy is decoded.
   */
  readonly form: TextForm | null | "decoded"
}

/** The contents of a family's places in some copies, by which forms of columns are tried. */
export type Trials = ReadonlyArray<ReadonlyArray<string>>

const asText = (text: string): Value => text

const columnsByName = new Map<string, ReadonlyArray<Column>>()

/** Returns the columns of a collection's table. */
export const columnsOf = (of: Collection<Row>): ReadonlyArray<Column> => {
  const known = columnsByName.get(of.name)
  if (known !== undefined) return known
  const { feed } = of
  const declared = (prefix: string, keys: Collection<Row>["indexes"]) =>
    Object.entries(keys).map(
      ([name, key]): Column => ({
        name: `${prefix}_${name}`,
        textOf: (row) => key.of(row),
        valueOf: asText
      })
    )
  const job = (name: string, textOf: (job: Job) => string | null, valueOf: Column["valueOf"]) => ({
    name,
    textOf: (row: Row) => textOf(row as Job),
    valueOf
  })
  const columns: ReadonlyArray<Column> = [
    ...declared("by", of.indexes),
    ...declared("key", of.unique),
    ...(of.name === JobCollection.name
      ? [
          job("due_at", ({ dueAt }) => `${dueAt}`, Number),
          job(
            "leased_until",
            ({ leasedUntil: until }) => (until === null ? null : `${until}`),
            Number
          ),
          job("kind", ({ kind }) => kind, asText)
        ]
      : []),
    ...(feed === null
      ? []
      : [{ name: "feed_part", textOf: (row: Row) => feed.of(row), valueOf: feedPart }])
  ]
  columnsByName.set(of.name, columns)
  return columns
}

/** Prepares a row of a family. */
export const docForm = ({ of, id, version, text }: TextRow, places: Places) => ({
  of,
  version,
  id: places.formOf(id),
  doc: places.formOf(text)
})

/** Adds the forms of the columns. Each has to give the columns of the trials' rows. */
export const rowForm = (
  { of, text }: TextRow,
  form: ReturnType<typeof docForm>,
  places: Places,
  trials: Trials
): RowForm => {
  const row = of.decode(text)
  const copies = trials.map((contents) => ({
    contents,
    row: of.decode(filledIn(form.doc, contents))
  }))
  const columns = columnsOf(of).map((column): ColumnForm => {
    const original = column.textOf(row)
    const candidates = original === null ? [null] : candidatesFor(original, places)
    const isRight = (candidate: TextForm | null) =>
      copies.every(
        (copy) =>
          (candidate === null ? null : filledIn(candidate, copy.contents)) ===
          column.textOf(copy.row)
      )
    return {
      column,
      form: candidates.find(isRight) ?? (candidates.some(isRight) ? null : "decoded")
    }
  })
  return { ...form, columns }
}

/** A column may have the whole content of a place, or places as the document has them. */
const candidatesFor = (text: string, places: Places): ReadonlyArray<TextForm> => [
  places.formOf(text),
  ...places.all.flatMap((place, at) =>
    "text" in place && place.text === text ? [{ fixed: ["", ""], places: [at] }] : []
  ),
  ...places.all.flatMap((place, at) =>
    place.is === "digest" ? [{ fixed: ["", ""], places: [at] }] : []
  )
]

/** Returns a row of a copy. */
export const filledRow = (
  { of, version, id, doc, columns }: RowForm,
  contents: ReadonlyArray<string>
): StoredValues => {
  const values: Array<Value> = [version, filledIn(id, contents)]
  const text = filledIn(doc, contents)
  let decoded: Row | null = null
  for (const { column, form } of columns) {
    let own: string | null
    if (form === "decoded") {
      decoded ??= of.decode(text)
      own = column.textOf(decoded)
    } else own = form === null ? null : filledIn(form, contents)
    values.push(own === null ? null : column.valueOf(own))
  }
  values.push(text)
  return values
}
