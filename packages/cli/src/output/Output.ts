/** A colour of a cell. It never carries meaning alone: the text says the same. */
export type Colour = "green" | "red" | "yellow" | "grey" | "bold"

/** The text of a cell, with a colour if it has one. */
export type Cell = string | { readonly text: string; readonly colour: Colour }

/** A column of a table. */
export interface Column {
  readonly title: string
  /** Right for numbers. Left if absent. */
  readonly align?: "right"
  /** True if the column is cut first when the terminal is narrow. Ids are never cut. */
  readonly shrinks?: true
}

/** A table for people. */
export interface Table {
  readonly columns: ReadonlyArray<Column>
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
  /** The sentence in place of a table without rows. */
  readonly empty: string
}

/** A part of a value: a title, fields, a table and lines, each if present, in this order. */
export interface Section {
  readonly title?: string
  readonly fields?: ReadonlyArray<readonly [label: string, value: Cell]>
  readonly table?: Table
  readonly lines?: ReadonlyArray<Cell>
}

/** A line of a stream, and its form for scripts. */
export interface StreamLine {
  readonly cells: ReadonlyArray<Cell>
  /** True if each cell is a line of its own. */
  readonly isList?: true
  readonly json: unknown
}

interface Result {
  /** The exit code. `done` if absent. */
  readonly exitCode?: number
  /** Sentences for people, on the error stream. */
  readonly notes?: ReadonlyArray<string>
}

/** A table. `json` is the document for scripts. */
interface TableOutput extends Result {
  readonly kind: "table"
  readonly table: Table
  readonly json: unknown
}

/** One thing with its parts. */
export interface ValueOutput extends Result {
  readonly kind: "value"
  readonly sections: ReadonlyArray<Section>
  readonly json: unknown
}

/** Lines that appear one by one. Scripts get one JSON document a line. */
interface StreamOutput extends Result {
  readonly kind: "stream"
  readonly lines: AsyncIterable<StreamLine>
}

/** A text that is printed unchanged, such as a completion script. It has no data of others. */
interface TextOutput extends Result {
  readonly kind: "text"
  readonly text: string
  readonly json: unknown
}

/** A text of any length, which is printed piece by piece, such as CSV. */
interface PiecesOutput extends Result {
  readonly kind: "pieces"
  readonly pieces: AsyncIterable<string>
  /** The name of the text in JSON. */
  readonly jsonName: string
  /** The absolute path of a new file for the text. Absent if the text is printed. */
  readonly file?: string
}

/** The result of a command, as data. `render` prints it. */
export type Output = TableOutput | ValueOutput | StreamOutput | TextOutput | PiecesOutput
