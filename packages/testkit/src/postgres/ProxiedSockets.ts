import { connect, type Socket } from "node:net"
import type { Direction, ProxiedConnection } from "./postgresServer.ts"
import { commitWatch, messageReader } from "./wireMessages.ts"

/** The way a connection ends when its byte limit is reached. */
type Ending = "cut" | "hang"

/** The stream in one direction. */
interface Flow {
  readonly to: Socket
  passed: number
  /** The number of bytes that still pass, and the way the connection ends then. */
  left: number
  atLast: Ending
  delayMs: number
  /** Earlier data is delayed until this time, and later data must not overtake it. */
  busyUntil: number
}

const flowTo = (to: Socket): Flow => ({
  to,
  passed: 0,
  left: Number.POSITIVE_INFINITY,
  atLast: "cut",
  delayMs: 0,
  busyUntil: 0
})

/** A client's connection and its connection to the server. */
export class ProxiedSockets implements ProxiedConnection {
  readonly #client: Socket
  readonly #server: Socket
  readonly #flows: Readonly<Record<Direction, Flow>>
  readonly #readRequests = messageReader("client")
  readonly #readAnswers = messageReader("server")
  readonly #commits = commitWatch()
  #isBegun = false
  #isHanging = false
  #unanswered = 0
  #roundTrips = 0
  #committed: (() => void) | null = null

  constructor(client: Socket, server: { readonly host: string; readonly port: number }) {
    this.#client = client
    this.#server = connect(server)
    this.#flows = { requests: flowTo(this.#server), answers: flowTo(client) }
    client.setNoDelay(true)
    this.#server.setNoDelay(true)
    client.on("data", (piece) => this.#passRequests(piece))
    this.#server.on("data", (piece) => this.#passAnswers(piece))
    client.on("end", () => this.#end(client, "requests"))
    this.#server.on("end", () => this.#end(this.#server, "answers"))
    for (const socket of [client, this.#server]) socket.on("error", () => this.#breakOff())
  }

  roundTrips(): number {
    return this.#roundTrips
  }

  /** Calls back when both sides are closed. */
  onceOver(tell: () => void): void {
    const sockets = [this.#client, this.#server]
    for (const socket of sockets) {
      socket.once("close", () => {
        if (sockets.every(({ closed }) => closed)) tell()
      })
    }
  }

  passed(of: Direction): number {
    return this.#flows[of].passed
  }

  isOpen(): boolean {
    return !this.#client.destroyed
  }

  cut(): void {
    this.#client.destroy()
    this.#server.destroy()
  }

  cutAfter(bytes: number, of: Direction): void {
    this.#stopAfter(bytes, of, "cut")
  }

  hangAfter(bytes: number, of: Direction): void {
    this.#stopAfter(bytes, of, "hang")
  }

  cutAfterCommit(): Promise<void> {
    return new Promise((resolve) => {
      this.#committed = resolve
      // Without a COMMIT the connection closes at some time, which ends the wait.
      this.#server.once("close", () => resolve())
    })
  }

  delay(ms: number, of: Direction): void {
    this.#flows[of].delayMs = ms
  }

  #stopAfter(bytes: number, of: Direction, atLast: Ending): void {
    Object.assign(this.#flows[of], { left: bytes, atLast })
    if (bytes <= 0) this.#stop(atLast)
  }

  #stop(how: Ending): void {
    if (how === "cut") this.cut()
    else this.#isHanging = true
  }

  /** Ends the other side too, unless the connection hangs. */
  #end(by: Socket, direction: Direction): void {
    if (this.#isHanging) by.destroy()
    else this.#pass(direction, null)
  }

  /** Destroys the other side too, unless the connection hangs. */
  #breakOff(): void {
    if (!this.#isHanging) this.cut()
  }

  #passRequests(piece: Buffer): void {
    for (const message of this.#readRequests(piece)) {
      if (message.type === "startup") this.#isBegun = true
      if (message.type === "Q" || message.type === "S") this.#unanswered += 1
      if (this.#commits(message) && this.#committed !== null) {
        this.#committed = null
        this.#pass("requests", piece.subarray(0, message.end))
        this.#pass("requests", null)
        this.#client.destroy()
        return
      }
    }
    this.#pass("requests", piece)
  }

  #passAnswers(piece: Buffer): void {
    // The answer to a request for encryption is a single letter.
    const messages = this.#isBegun ? this.#readAnswers(piece) : []
    for (const { type } of messages) {
      if (type !== "Z" || this.#unanswered === 0) continue
      this.#unanswered -= 1
      if (this.#unanswered === 0) this.#roundTrips += 1
    }
    this.#pass("answers", piece)
  }

  /** Forwards a piece of data, or with null the end of the stream. */
  #pass(direction: Direction, piece: Buffer | null): void {
    const flow = this.#flows[direction]
    const now = performance.now()
    flow.busyUntil = Math.max(flow.busyUntil, now + flow.delayMs)
    if (flow.busyUntil <= now) this.#write(flow, piece)
    else setTimeout(() => this.#write(flow, piece), flow.busyUntil - now)
  }

  #write(flow: Flow, piece: Buffer | null): void {
    if (this.#isHanging || flow.to.destroyed) return
    if (piece === null) {
      flow.to.end()
      return
    }
    const passed = piece.subarray(0, Math.min(piece.length, flow.left))
    flow.left -= passed.length
    flow.passed += passed.length
    const isLast = flow.left <= 0
    flow.to.write(passed, () => {
      if (isLast) this.#stop(flow.atLast)
    })
  }
}
