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

/** The statements that a connection has prepared, by name: false if that isn't certain. */
const prepared = new WeakMap<Connection, Map<string, boolean>>()

/** Connections whose pooler doesn't keep names. */
const nameless = new WeakSet<Connection>()

/** From now on statements on this connection have no names, and each is parsed when it is sent. */
export const sendWithoutNames = ({ connection }: { readonly connection?: Connection }): void => {
  if (connection !== undefined) nameless.add(connection)
}

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
    let unnamed: string | null = null
    for (const [nth, { text, values, ownName }] of this.#statements.entries()) {
      const isUnnamed = values.length === 0 || nameless.has(connection)
      const name = ownName ?? (isUnnamed ? "" : nameOf(text))
      const isParsed = name === "" ? unnamed === text : known.get(name) === true
      if (!isParsed) {
        if (known.has(name)) messages.push(serialize.close({ type: "S", name }))
        messages.push(serialize.parse({ name, text, types: [] }))
        if (name === "") unnamed = text
        else if (ownName === undefined) {
          known.set(name, true)
          this.#news.set(nth, name)
        }
      }
      const bound = values.map(asText)
      messages.push(serialize.bind({ statement: name, values: bound }), serialize.execute())
      if (ownName) messages.push(serialize.close({ type: "S", name }))
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
    if (cause instanceof pg.DatabaseError) {
      // Dropped behind its back, by whoever shares the connection.
      if (cause.code === noSuchStatement) known?.clear()
      // Made by others who share it: a pooler lends it to them, though it seemed to keep names.
      if (cause.code === nameTaken) nameless.add(connection)
    }
    this.#end({ answers: this.#answers, failure: { cause } })
  }

  /** Told by `pg`: all is done. */
  handleReadyForQuery(): void {
    this.#end({ answers: this.#answers, failure: null })
  }
}

const noSuchStatement = "26000"
const nameTaken = "42P05"

const names = new Map<string, string>()

/** The same name for the same text, in every process. */
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
