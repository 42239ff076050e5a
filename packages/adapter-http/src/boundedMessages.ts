import { IncomingMessage, ServerResponse } from "node:http"
import { pipelineOf } from "./Pipeline.ts"

/**
 * The limit of pieces in a body. A piece costs about as much as a hundred bytes. After the first
 * `freePieces`, pieces must have at least `bytesAPiece` bytes on average. Pieces from networks and
 * from programs that write streams are larger.
 */
const freePieces = 500
const bytesAPiece = 64

/**
 * A request that ends the connection if the client exceeds a limit. Node asks each request if it is
 * an upgrade, and reads nothing after an upgrade. That is the only way to stop within data that a
 * client sent in one piece. Other upgrades are not offered. A request for one is answered as if it
 * hadn't asked.
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
    // Node sets this from the headers. They don't decide.
  }
}

/**
 * A response that closes the connection if it is sent before the whole request has arrived. So the
 * rest of the request needn't be read.
 */
export class BoundedResponse<
  Request extends IncomingMessage = IncomingMessage
> extends ServerResponse<Request> {
  override writeHead(...head: ReadonlyArray<never>): this {
    if (!this.req.complete && hasBody(this.req)) this.shouldKeepAlive = false
    return super.writeHead(...(head as unknown as [status: number]))
  }
}

/**
 * A request without a body is complete, but an immediate answer comes before its end is noticed.
 */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0
