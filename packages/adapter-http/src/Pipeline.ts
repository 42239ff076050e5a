import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"

/** How many requests of one connection are worked on at a time; the others wait for their turn. */
const maxAtOnce = 4

/** More than any client has open at a time: who sends so many in one piece is cut off. */
const maxInFlight = 256

/** Long enough for an answer to arrive before its connection is gone. */
const lingerMs = 500

const pipelines = new WeakMap<Duplex, Pipeline>()

/** The pipeline of a connection. */
export const pipelineOf = (socket: Duplex): Pipeline | undefined => pipelines.get(socket)

/** Gives a new connection its pipeline. */
export const openPipeline = (socket: Socket, owner: PipelineOwner): void => {
  pipelines.set(socket, new Pipeline(socket, owner))
}

/** Who works on the requests of a connection. */
export interface PipelineOwner {
  readonly handle: (exchange: Exchange) => void
  /** Refuses a request whose body comes in too many pieces. */
  readonly refuse: (pipeline: Pipeline) => void
}

/** A request and its answer. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/**
 * The requests of one connection that were not answered yet, oldest first: a client may send some
 * before it reads an answer. While one waits for its turn nothing more is read.
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
    // Whoever reads a body, or has read one, lets the connection go on.
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

  /** Takes a request on, and has it worked on when its turn has come. */
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

  /** The answers to whole requests that have yet to go out. */
  get owed(): ReadonlyArray<ServerResponse> {
    return [...this.#inFlight]
      .filter(({ request, response }) => request.complete && !response.writableFinished)
      .map(({ response }) => response)
  }

  /** The request that has not come to its end, and its answer. */
  get unfinished(): Exchange | undefined {
    return [...this.#inFlight].find(({ request }) => !request.complete)
  }

  /** Whether an answer is being worked on, so that nothing is to be expected of the client. */
  get isWorking(): boolean {
    return [...this.#running].some(({ response }) => !response.headersSent)
  }

  /**
   * Ends the connection, after these words. What the client still sends is not read: a connection
   * that is closed over unread bytes is reset, which may overtake the answer, so it stays for a
   * moment, silent.
   */
  hangUp(lastWords = ""): void {
    this.#end()
    this.#socket.pause()
    this.#socket.end(lastWords)
    const patience = setTimeout(() => this.#socket.destroy(), lingerMs)
    this.#socket.once("close", () => clearTimeout(patience))
  }

  /** Reads no more of the request that is coming, and refuses it. */
  refuse(): void {
    if (this.#isEnding) return
    this.#end()
    this.#socket.pause()
    this.#owner.refuse(this)
  }

  /** Takes the connection over from Node, which has stopped to look after its end. */
  takeOver(): void {
    for (const event of ["error", "timeout"]) this.#socket.on(event, () => this.#socket.destroy())
  }

  #end(): void {
    this.#isEnding = true
    this.#waiting = []
  }

  /** Node tells not every answer of a connection that it is gone with it. */
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
    // In another turn of the event loop, so that other connections have theirs in between.
    setImmediate(() => this.#advance())
  }

  #advance(): void {
    this.#isAdvancing = false
    const free = maxAtOnce - this.#running.size
    for (const exchange of this.#waiting.splice(0, free)) this.#start(exchange)
    if (this.#waiting.length === 0 && !this.#isEnding) this.#socket.resume()
  }
}
