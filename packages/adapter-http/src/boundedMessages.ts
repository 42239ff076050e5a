import { IncomingMessage, ServerResponse } from "node:http"
import { pipelineOf } from "./Pipeline.ts"

/**
 * Node asks each request whether it is to be an upgrade, and reads nothing behind one that is: the
 * only way to stop within what a client sent in one piece. Other upgrades are not offered, and who
 * would like one is answered as without it.
 */
export class BoundedRequest extends IncomingMessage {
  #isLast: boolean | undefined

  get upgrade(): boolean {
    this.#isLast ??= this.method === "CONNECT" || pipelineOf(this.socket)?.isFull === true
    return this.#isLast
  }

  set upgrade(_: boolean) {
    // What the headers ask for.
  }
}

/** Who is answered before all of a request has come need not send the rest: it is not read. */
export class BoundedResponse<
  Request extends IncomingMessage = IncomingMessage
> extends ServerResponse<Request> {
  override writeHead(...head: ReadonlyArray<never>): this {
    if (!this.req.complete) this.shouldKeepAlive = false
    return super.writeHead(...(head as unknown as [status: number]))
  }
}
