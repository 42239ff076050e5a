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
import type { Answering, responder } from "./responder.ts"

/** The function that answers requests: the `fetch` of a Hono app. */
export type Fetch = (request: Request, environment: object) => Response | Promise<Response>

/**
 * A server of Node's for an app. What Node or the app's adapter can't read as a request is refused
 * as all else is, in JSON and with a `Request-Id`, in place of Node's own answers without either.
 *
 * @param clientTimeoutMs How long a request may take to come as a whole, and how long a client may
 * stand still while it takes an answer.
 */
export const serverOf = (
  fetch: Fetch,
  answer: ReturnType<typeof responder>,
  clientTimeoutMs: number
): Server => {
  const unread = (answering: Answering) => answer({ method: "unknown" }, "unknown", answering)
  const listener = getRequestListener(fetch, {
    errorHandler: (error) =>
      unread(
        error instanceof RequestError ? Effect.fail(new RequestMalformed()) : Effect.die(error)
      )
  })
  // What was asked before gets its answers; only who is owed none is told why this is the end.
  const conclude = async (pipeline: Pipeline, error: HttpError, sent: ParseError | null = null) => {
    const { owed, unfinished } = pipeline
    const isHead = unfinished?.request.method === "HEAD" || asksForHead(sent)
    const isAnswered = () => owed.length > 0 || unfinished?.response.headersSent === true
    await Promise.all(owed.map((answer) => once(answer, "close").catch(() => undefined)))
    if (isAnswered()) return pipeline.hangUp()
    const lastWords = await textOf(await unread(Effect.fail(error)), isHead)
    // It may have been answered meanwhile, and gets no second answer.
    pipeline.hangUp(isAnswered() ? "" : lastWords)
  }
  const checkingMs = Math.min(1000, clientTimeoutMs / 4)
  const server = createServer({
    IncomingMessage: BoundedRequest,
    ServerResponse: BoundedResponse,
    // Without this, and without a listener for what is expected, Node answers by itself.
    requireHostHeader: false,
    requestTimeout: clientTimeoutMs,
    headersTimeout: clientTimeoutMs,
    connectionsCheckingInterval: checkingMs
  })
  // They are bounded by their bytes; those beyond a number would be left out without a word.
  server.maxHeadersCount = 0
  const owner: PipelineOwner = {
    handle: ({ request, response }) => void listener(request, response),
    refuse: (pipeline) => void conclude(pipeline, new BodyInCrumbs())
  }
  server.on("connection", (socket) => openPipeline(socket, owner))
  server.on("checkExpectation", (...exchange) => server.emit("request", ...exchange))
  server.on("request", (request, response) => {
    const { socket, httpVersion, headers } = request
    // HTTP/1.0 has no Host, and load balancers ask so whether a server is well.
    if (httpVersion === "1.0") headers.host ??= "localhost"
    pipelineOf(socket)?.add({ request, response })
  })
  // Later than the timeouts of a request, which are answered.
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

/** Why Node could not read a request, with what it was reading and how far it came. */
interface ParseError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer
  readonly bytesParsed?: number
}

/** Returns true if the request line that Node stopped in, or the one before it, is of a HEAD. */
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
 * Returns an answer where there is no request to answer, as it goes over the wire. A HEAD is
 * answered with the headers alone, or its client would take the body for the next answer.
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
