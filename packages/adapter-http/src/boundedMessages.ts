import { IncomingMessage, ServerResponse } from "node:http"
import { pipelineOf } from "./Pipeline.ts"

/**
 * Each piece of a body costs about as much as a hundred bytes of it. Beyond the first few they have
 * to hold so many on average, which those of networks, and of programs that write streams, do.
 */
const freePieces = 500
const bytesAPiece = 64

/**
 * A request that ends where a client asks for more than it is due. Node asks each request whether
 * it is to be an upgrade, and reads nothing behind one that is: the only way to stop within what a
 * client sent in one piece. Other upgrades are not offered, and who would like one is answered as
 * without it.
 */
export class BoundedRequest extends IncomingMessage {
  #isLast: boolean | undefined
  #pieces = 0
  #bytes = 0

  override push(piece: Buffer | null): boolean {
    if (piece === null) return super.push(null)
    this.#pieces += 1
    this.#bytes += piece.length
    if (this.#pieces <= freePieces + this.#bytes / bytesAPiece) return super.push(piece)
    pipelineOf(this.socket)?.refuse()
    return false
  }

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
    if (!this.req.complete && hasBody(this.req)) this.shouldKeepAlive = false
    return super.writeHead(...(head as unknown as [status: number]))
  }
}

/** One without is over as well, though an answer that is there at once is earlier than its end. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0
