import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { messageReader } from "./wireMessages.ts"

/** A row. Each column is the server's text of its value. */
export type Row = ReadonlyArray<string | null>

/**
 * A connection to a server of this machine that trusts it, for the few statements of the helpers
 * themselves. So they need no `psql`, which the server's npm package lacks.
 */
export class Session {
  readonly #socket: Socket
  #rows: Array<Row> = []
  #failure: Error | null = null
  #waiting: PromiseWithResolvers<ReadonlyArray<Row>> | null = null

  private constructor(socket: Socket) {
    this.#socket = socket
    const read = messageReader("server")
    socket.on("data", (piece) => {
      for (const { type, body } of read(piece)) this.#hear(type, body)
    })
    socket.on("error", (error) => this.#end(error))
    socket.on("close", () => this.#end(new Error("The server has ended the connection.")))
  }

  /** Connects to a database. Rejects if the server doesn't accept it. */
  static async open(port: number, user: string, database: string): Promise<Session> {
    const socket = connect({ host: "127.0.0.1", port, noDelay: true })
    await once(socket, "connect")
    const session = new Session(socket)
    const names = ["user", user, "database", database, ""].map((each) => `${each}\0`).join("")
    await session.#send(Buffer.concat([int32(protocol), Buffer.from(names)]), "")
    return session
  }

  /** Runs a statement. Rejects with the server's message if it fails. */
  query(sql: string): Promise<ReadonlyArray<Row>> {
    return this.#send(Buffer.from(`${sql}\0`), "Q")
  }

  close(): void {
    this.#socket.destroy()
  }

  #send(body: Buffer, type: string): Promise<ReadonlyArray<Row>> {
    const waiting = Promise.withResolvers<ReadonlyArray<Row>>()
    this.#waiting = waiting
    this.#rows = []
    this.#failure = null
    this.#socket.write(Buffer.concat([Buffer.from(type), int32(body.length + 4), body]))
    return waiting.promise
  }

  #hear(type: string, body: Buffer): void {
    if (type === "D") this.#rows.push(rowOf(body))
    if (type === "E") this.#failure = new Error(messageOf(body))
    // A refused connection ends without a further message.
    if (type === "Z") this.#end(this.#failure)
  }

  #end(failure: Error | null): void {
    const cause = this.#failure ?? failure
    if (cause === null) this.#waiting?.resolve(this.#rows)
    else this.#waiting?.reject(cause)
    this.#waiting = null
  }
}

const protocol = 196_608

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

const rowOf = (body: Buffer): Row => {
  let at = 2
  return Array.from({ length: body.readInt16BE(0) }, () => {
    const length = body.readInt32BE(at)
    at += 4
    if (length < 0) return null
    at += length
    return body.toString("utf8", at - length, at)
  })
}

/** Returns the message among the fields of an error. */
const messageOf = (body: Buffer): string => {
  const fields = body.toString("utf8").split("\0")
  return fields.find((field) => field.startsWith("M"))?.slice(1) ?? "The server refused it."
}
