import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"

/** The number of requests of one connection that run at a time. Others wait. */
const maxAtOnce = 4

/** More requests than any client has open at a time. A client that pipelines so many is cut off. */
const maxInFlight = 256

/** Long enough for an answer to arrive before its connection is closed. */
const lingerMs = 500

const pipelines = new WeakMap<Duplex, Pipeline>()

/** Returns the pipeline of a connection. */
export const pipelineOf = (socket: Duplex): Pipeline | undefined => pipelines.get(socket)

/** Gives a new connection its pipeline. */
export const openPipeline = (socket: Socket, owner: PipelineOwner): void => {
  pipelines.set(socket, new Pipeline(socket, owner))
}

/** The server's side of a pipeline: handles requests. */
export interface PipelineOwner {
  readonly handle: (exchange: Exchange) => void
  /** Refuses a request whose body arrives in too many pieces. */
  readonly refuse: (pipeline: Pipeline) => void
}

/** A request and its response. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/**
 * The unanswered requests of one connection, oldest first. A client may send several requests
 * before it reads an answer. While a request waits, nothing more is read from the connection.
 */
export class Pipeline {
  readonly #socket: Socket
  readonly #owner: PipelineOwner
  readonly #inFlight = new Set<Exchange>()
  readonly #running = new Set<Exchange>()
  #waiting: Array<Exchange> = []
  #isEnding = false
  #isAdvancing = false

  constructor(socket: Socket, owner: PipelineOwner) {
    this.#socket = socket
    this.#owner = owner
    // Node resumes the connection when a body is read, also while a request still waits.
    socket.on("resume", () => {
      if (this.#isEnding || this.#waiting.length > 0) socket.pause()
    })
    socket.once("close", () => {
      this.#end()
      setImmediate(() => this.#forget())
    })
    const destroySoon = socket.destroySoon.bind(socket)
    socket.destroySoon = () => (this.unfinished === undefined ? destroySoon() : this.hangUp())
  }

  /** Adds a request. It runs at once, or when enough earlier requests are answered. */
  add(exchange: Exchange): void {
    this.#inFlight.add(exchange)
    exchange.response.once("close", () => this.#done(exchange))
    if (this.#waiting.length === 0 && this.#running.size < maxAtOnce) {
      this.#start(exchange)
    } else {
      this.#waiting.push(exchange)
      this.#socket.pause()
    }
  }

  get isFull(): boolean {
    return this.#inFlight.size >= maxInFlight
  }

  /** The responses to complete requests that are not sent yet. */
  get owed(): ReadonlyArray<ServerResponse> {
    return [...this.#inFlight]
      .filter(({ request, response }) => request.complete && !response.writableFinished)
      .map(({ response }) => response)
  }

  /** The request that has not arrived completely, and its response. */
  get unfinished(): Exchange | undefined {
    return [...this.#inFlight].find(({ request }) => !request.complete)
  }

  /** True if a response is being computed, so that the client has nothing to send or read. */
  get isWorking(): boolean {
    return [...this.#running].some(({ response }) => !response.headersSent)
  }

  /**
   * Closes the connection after sending `lastWords`. Nothing more is read from the client. Closing
   * a connection with unread bytes resets it, and the reset may overtake the answer. So the
   * connection stays open for a moment.
   */
  hangUp(lastWords = ""): void {
    this.#end()
    this.#socket.pause()
    this.#socket.end(lastWords)
    const patience = setTimeout(() => this.#socket.destroy(), lingerMs)
    this.#socket.once("close", () => clearTimeout(patience))
  }

  /** Stops reading the request that is arriving, and refuses it. */
  refuse(): void {
    if (this.#isEnding) return
    this.#end()
    this.#socket.pause()
    this.#owner.refuse(this)
  }

  /** Handles errors and timeouts of a connection that Node no longer watches. */
  takeOver(): void {
    for (const event of ["error", "timeout"]) this.#socket.on(event, () => this.#socket.destroy())
  }

  #end(): void {
    this.#isEnding = true
    this.#waiting = []
  }

  /** Node doesn't emit `close` on every response of a closed connection, so this does. */
  #forget(): void {
    for (const { response } of this.#inFlight) response.emit("close")
  }

  #start(exchange: Exchange): void {
    this.#running.add(exchange)
    this.#owner.handle(exchange)
  }

  #done(exchange: Exchange): void {
    this.#inFlight.delete(exchange)
    this.#running.delete(exchange)
    if (this.#waiting.length === 0 || this.#isAdvancing) return
    this.#isAdvancing = true
    // In another turn of the event loop, so that other connections are served in between.
    setImmediate(() => this.#advance())
  }

  #advance(): void {
    this.#isAdvancing = false
    const free = maxAtOnce - this.#running.size
    for (const exchange of this.#waiting.splice(0, free)) this.#start(exchange)
    if (this.#waiting.length === 0 && !this.#isEnding) this.#socket.resume()
  }
}
