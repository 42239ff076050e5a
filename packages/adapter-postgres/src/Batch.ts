import { createHash } from "node:crypto"
import type { Connection } from "pg"
import pg from "pg"
import { serialize } from "pg-protocol"
import type { Line, Statement, Value } from "./Statement.ts"

/** The result of a batch. */
export interface Ended {
  /** The answers of the statements, up to the one that failed. */
  readonly answers: ReadonlyArray<ReadonlyArray<Line>>
  /** The error of the server or of the connection. Null if all statements succeeded. */
  readonly failure: { readonly cause: unknown } | null
}

/**
 * The names of statements that a connection has prepared. The value is false if that isn't certain.
 */
const prepared = new WeakMap<Connection, Map<string, boolean>>()

/** Connections whose pooler doesn't keep named statements. */
const nameless = new WeakSet<Connection>()

/** Sends further statements on this connection without names, so each is parsed when it is sent. */
export const sendWithoutNames = ({ connection }: { readonly connection?: Connection }): void => {
  if (connection !== undefined) nameless.add(connection)
}

/**
 * Statements that are sent together, before the server answers. Outside of a transaction they are
 * one transaction, which the server commits after the last statement. `pg` can't do that: it sends
 * one query at a time, or several as separate transactions. So this class does the work of `pg`'s
 * query for all of them.
 */
export class Batch extends pg.Query {
  /** Resolves when the server has ended the batch, or the connection has broken. */
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
    // In one piece, which costs less than a piece for each message.
    connection.stream.write(Buffer.concat(messages))
  }

  /** Called by `pg`: a row of the running statement arrived. */
  handleDataRow({ fields }: { readonly fields: Line }): void {
    this.#lines.push(fields)
  }

  /** Called by `pg`: a statement succeeded. */
  handleCommandComplete(): void {
    this.#answers.push(this.#lines)
    this.#lines = []
  }

  /**
   * Called by `pg`: a statement or the commit after the last one failed. Later statements are not
   * run.
   */
  handleError(cause: unknown, connection: Connection): void {
    const known = prepared.get(connection)
    for (const [nth, name] of this.#news) {
      if (nth >= this.#answers.length) known?.set(name, false)
    }
    if (cause instanceof pg.DatabaseError) {
      // The prepared statements are gone: somebody else who shares the connection dropped them.
      if (cause.code === noSuchStatement) known?.clear()
      // Somebody else prepared a statement of this name. So a pooler shares this connection,
      // although it seemed to keep names.
      if (cause.code === nameTaken) nameless.add(connection)
    }
    this.#end({ answers: this.#answers, failure: { cause } })
  }

  /** Called by `pg`: the batch has ended. */
  handleReadyForQuery(): void {
    this.#end({ answers: this.#answers, failure: null })
  }
}

const noSuchStatement = "26000"
const nameTaken = "42P05"

const names = new Map<string, string>()

/** Returns a name that is the same for the same text in every process. */
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
