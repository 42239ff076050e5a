import { once } from "node:events"
import { createServer, type Server, STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { getRequestListener, RequestError } from "@hono/node-server"
import { Effect } from "effect"
import { BoundedRequest, BoundedResponse } from "./boundedMessages.ts"
import {
  BodyInCrumbs,
  BodyTooLarge,
  HeadersTooLarge,
  type HttpError,
  MethodNotAllowed,
  RequestMalformed,
  RequestTimeout
} from "./errors.ts"
import { openPipeline, type Pipeline, type PipelineOwner, pipelineOf } from "./Pipeline.ts"
import { type Answering, type responder, unmatched } from "./responder.ts"

/** The function that answers requests: the `fetch` of a Hono app. */
export type Fetch = (request: Request, environment: object) => Response | Promise<Response>

/**
 * Returns a server of Node's for an app. If Node or the app's adapter can't read a request, the
 * answer is JSON with a `Request-Id`, instead of Node's own answer without both.
 *
 * @param clientTimeoutMs The time limit for a request to arrive completely, and for a client to
 * make no progress while it receives an answer, in milliseconds.
 */
export const serverOf = (
  fetch: Fetch,
  answer: ReturnType<typeof responder>,
  clientTimeoutMs: number
): Server => {
  const unread = (answering: Answering) => answer({ method: "unknown" }, unmatched, () => answering)
  const listener = getRequestListener(fetch, {
    errorHandler: (error) =>
      unread(
        error instanceof RequestError ? Effect.fail(new RequestMalformed()) : Effect.die(error)
      )
  })
  // Earlier requests get their answers. The error is sent only if no answer is due.
  const conclude = async (pipeline: Pipeline, error: HttpError, sent: ParseError | null = null) => {
    const { owed, unfinished } = pipeline
    const isHead = unfinished?.request.method === "HEAD" || asksForHead(sent)
    const isAnswered = () => owed.length > 0 || unfinished?.response.headersSent === true
    await Promise.all(owed.map((answer) => once(answer, "close").catch(() => undefined)))
    if (isAnswered()) return pipeline.hangUp()
    const lastWords = await textOf(await unread(Effect.fail(error)), isHead)
    // The request may have been answered meanwhile. Then it gets no second answer.
    pipeline.hangUp(isAnswered() ? "" : lastWords)
  }
  const checkingMs = Math.min(1000, clientTimeoutMs / 4)
  const server = createServer({
    IncomingMessage: BoundedRequest,
    ServerResponse: BoundedResponse,
    // Without this, and without a listener for `Expect`, Node answers by itself.
    requireHostHeader: false,
    requestTimeout: clientTimeoutMs,
    headersTimeout: clientTimeoutMs,
    connectionsCheckingInterval: checkingMs
  })
  // Headers are limited by their bytes. A limit of their number would drop some silently.
  server.maxHeadersCount = 0
  const owner: PipelineOwner = {
    handle: ({ request, response }) => void listener(request, response),
    refuse: (pipeline) => void conclude(pipeline, new BodyInCrumbs())
  }
  server.on("connection", (socket) => openPipeline(socket, owner))
  server.on("checkExpectation", (...exchange) => server.emit("request", ...exchange))
  server.on("request", (request, response) => {
    const { socket, httpVersion, headers } = request
    // HTTP/1.0 has no Host header, and load balancers use it for health checks.
    if (httpVersion === "1.0") headers.host ??= "localhost"
    pipelineOf(socket)?.add({ request, response })
  })
  // Later than the timeouts of a request, which get an answer.
  const standstillMs = Math.min(clientTimeoutMs + 2 * checkingMs, 2 ** 31 - 1)
  server.setTimeout(standstillMs, (socket) => {
    if (pipelineOf(socket)?.isWorking === true) socket.setTimeout(server.timeout)
    else socket.destroy()
  })
  server.on("clientError", (error: ParseError, socket) => {
    const pipeline = pipelineOf(socket)
    if (pipeline === undefined || !socket.writable) socket.destroy()
    else void conclude(pipeline, refusalOf(error), error)
  })
  server.on("connect", (_, socket: Duplex) => {
    const pipeline = pipelineOf(socket)
    pipeline?.takeOver()
    if (pipeline === undefined) socket.destroy()
    else void conclude(pipeline, connectRefused())
  })
  server.on("upgrade", (_, socket: Duplex) => {
    pipelineOf(socket)?.takeOver()
    socket.destroy()
  })
  return server
}

const connectRefused = () =>
  new MethodNotAllowed({ method: "CONNECT", allowed: ["GET", "POST", "PATCH"] })

/** Why Node could not read a request, with the bytes and the position. */
interface ParseError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer
  readonly bytesParsed?: number
}

/** Returns true if the request line before Node's position is of a HEAD request. */
const asksForHead = (sent: ParseError | null): boolean => {
  const read = sent?.rawPacket?.subarray(0, sent.bytesParsed ?? 0).toString("latin1") ?? ""
  const line = read.slice(read.lastIndexOf("\r\n\r\n") + 1).trimStart()
  return line.startsWith("HEAD ")
}

const refusalOf = ({ code }: NodeJS.ErrnoException): HttpError => {
  if (code === "HPE_HEADER_OVERFLOW") return new HeadersTooLarge()
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return new BodyTooLarge()
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return new RequestTimeout()
  return new RequestMalformed()
}

/**
 * Returns an answer as text for the wire, if there is no request to answer. A HEAD request gets
 * only the headers, because its client would take the body for the next answer.
 */
const textOf = async (response: Response, isHead: boolean): Promise<string> => {
  const { status, headers } = response
  const body = await response.text()
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...[...headers].map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close"
  ]
  return `${lines.join("\r\n")}\r\n\r\n${isHead ? "" : body}`
}
