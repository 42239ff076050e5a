import { createHash } from "node:crypto"
import type { Connection } from "pg"
import pg from "pg"
import { serialize } from "pg-protocol"
import type { Line, Statement, Value } from "./Statement.ts"

/** What came of a batch. */
export interface Ended {
  /** What each statement answered, up to the one that failed. */
  readonly answers: ReadonlyArray<ReadonlyArray<Line>>
  /** What the server, or the connection, failed with; null where all is done. */
  readonly failure: { readonly cause: unknown } | null
}

/** The statements that a connection has prepared, by name: false where that isn't certain. */
const prepared = new WeakMap<Connection, Map<string, boolean>>()

/**
 * Statements that are sent together, and all the server sees before it answers: outside of a
 * transaction they are one, committed by the server behind the last. `pg` sends a query at a time,
 * each with an end of its own, or several as so many transactions; what it does for a query is
 * done here for all of them.
 */
export class Batch extends pg.Query {
  /** Resolves once the server has ended the batch, or the connection has broken. */
  readonly ended: Promise<Ended>
  readonly #statements: ReadonlyArray<Statement>
  readonly #answers: Array<ReadonlyArray<Line>> = []
  readonly #end: (ended: Ended) => void
  readonly #news = new Map<number, string>()
  #lines: Array<Line> = []

  constructor(statements: ReadonlyArray<Statement>) {
    super("")
    const { promise, resolve } = Promise.withResolvers<Ended>()
    this.#statements = statements
    this.ended = promise
    this.#end = resolve
  }

  override submit = (connection: Connection): void => {
    const known = prepared.get(connection) ?? new Map<string, boolean>()
    prepared.set(connection, known)
    const messages: Array<Buffer> = []
    for (const [nth, { text, values }] of this.#statements.entries()) {
      const name = values.length === 0 ? "" : nameOf(text)
      if (known.get(name) !== true) {
        if (known.has(name)) messages.push(serialize.close({ type: "S", name }))
        messages.push(serialize.parse({ name, text, types: [] }))
        if (name !== "") {
          known.set(name, true)
          this.#news.set(nth, name)
        }
      }
      const bound = values.map(asText)
      messages.push(serialize.bind({ statement: name, values: bound }), serialize.execute())
    }
    messages.push(serialize.sync())
    // At once, which costs less than a piece for each.
    connection.stream.write(Buffer.concat(messages))
  }

  /** Told by `pg`: a row of the statement that is carried out now. */
  handleDataRow({ fields }: { readonly fields: Line }): void {
    this.#lines.push(fields)
  }

  /** Told by `pg`: a statement is done. */
  handleCommandComplete(): void {
    this.#answers.push(this.#lines)
    this.#lines = []
  }

  /** Told by `pg`: a statement, or the commit behind the last, has failed, and none after it is. */
  handleError(cause: unknown, connection: Connection): void {
    const known = prepared.get(connection)
    for (const [nth, name] of this.#news) {
      if (nth >= this.#answers.length) known?.set(name, false)
    }
    // Dropped behind its back, by whoever shares the connection.
    if (cause instanceof pg.DatabaseError && cause.code === noSuchStatement) known?.clear()
    this.#end({ answers: this.#answers, failure: { cause } })
  }

  /** Told by `pg`: all is done. */
  handleReadyForQuery(): void {
    this.#end({ answers: this.#answers, failure: null })
  }
}

const noSuchStatement = "26000"

const names = new Map<string, string>()

/** The same for the same text, in every process: a pooler may let several share a connection. */
const nameOf = (text: string): string => {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `payloom_${createHash("sha256").update(text).digest("hex").slice(0, 40)}`
  names.set(text, name)
  return name
}

const asText = (value: Value): string | null => {
  if (value === null || typeof value === "string") return value
  return typeof value === "number" ? String(value) : arrayAsText(value)
}

const arrayAsText = (values: ReadonlyArray<string | null>): string =>
  `{${values
    .map((each) => (each === null ? "NULL" : `"${each.replace(/["\\]/g, "\\$&")}"`))
    .join()}}`
