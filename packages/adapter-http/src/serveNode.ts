import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Server as NetServer, Socket } from "node:net"
import { getRequestListener } from "@hono/node-server"
import type { Hono, MiddlewareHandler } from "hono"
import { type Compressor, compressed, compressedOnce, isCompressible } from "./compression.ts"
import { createApp, type HandlerOptions, type ServedEngine } from "./createHandler.ts"
import { requireServerOptions } from "./requireOptions.ts"
import { responder } from "./responder.ts"
import { type Fetch, serverOf } from "./serverOf.ts"

/** The options of {@link serveNode}: the address to listen on, and the handler's options. */
export interface ServeOptions extends HandlerOptions {
  /** The port to listen on. 0 for any free port. */
  readonly port: number
  /** The address to listen on. Default: 127.0.0.1. */
  readonly host?: string
  /**
   * A server that already listens, and that this server replaces. Use it to reserve a port before
   * the engine is made. Then `port` and `host` only name the address.
   */
  readonly listener?: NetServer
  /**
   * The time limit for a request to arrive completely, and for a client to make no progress while
   * it receives an answer, in milliseconds. Default: 30,000. The time that the engine takes is not
   * counted. A whole number from 1 to 2,147,483,647. Other values are refused with a `TypeError`.
   */
  readonly clientTimeoutMs?: number
  /** How long closing waits for running requests, in milliseconds, as in {@link gracefulClose}. */
  readonly graceMs?: number
  /** Further routes, such as the pages for payers. */
  readonly pages?: Hono
}

/** A listening server. */
export interface Serving {
  /** The server's URL, such as http://127.0.0.1:8080. */
  readonly url: string
  /**
   * Takes no more requests, answers the running ones, then closes the engine. The engine finishes
   * the work that is in flight.
   */
  readonly close: () => Promise<void>
}

/** Serves an engine over HTTP on Node. A client that disconnects cancels nothing. */
export const serveNode = async (payloom: ServedEngine, options: ServeOptions): Promise<Serving> => {
  requireServerOptions(options)
  const {
    port,
    host = "127.0.0.1",
    listener,
    clientTimeoutMs = 30_000,
    graceMs,
    pages,
    ...handlerOptions
  } = options
  requireTime("clientTimeoutMs", clientTimeoutMs)
  const app = createApp(payloom, handlerOptions)
  if (pages !== undefined) app.route("/", pages)
  const server = serverOf(
    compressing(app.fetch, handlerOptions.basePath ?? ""),
    responder(payloom.services, handlerOptions.onRequest),
    clientTimeoutMs
  )
  const closeServer = gracefulClose(server, graceMs)
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    if (listener === undefined) server.listen(port, host, resolve)
    else server.listen(listener, resolve)
  })
  const address = server.address()
  const actualPort = typeof address === "object" && address !== null ? address.port : port
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${actualPort}`,
    close: async () => {
      await closeServer()
      await payloom.close()
    }
  }
}

/**
 * Compresses JSON and HTML of 1 KB or more with brotli or gzip, as the client's `Accept-Encoding`
 * allows. For Hono apps on Node, such as the pages that are served beside the engine. Each part of
 * a stream is sent when it arrives.
 *
 * The length of a compressed answer reveals a part of its content (BREACH) if others can add text
 * to the answer. So answers to requests with a cookie or with `Authorization` stay uncompressed.
 * Only answers to `GET` are compressed.
 *
 * @example
 * const pages = new Hono().use(compression())
 * await serveNode(payloom, { port: 8080, pages })
 */
export const compression = (): MiddlewareHandler => async (context, next) => {
  await next()
  const { req, res } = context
  // Hono sends an answer fastest if nothing touches it.
  if (!isCompressible(req.raw, res)) return
  const isSigned = req.raw.headers.has("cookie") || req.raw.headers.has("authorization")
  const made = await compressed(req.raw, res, isSigned)
  // Otherwise Hono would write the first answer's headers over those of the second.
  context.res = undefined
  context.res = made
}

/**
 * Returns a listener for a server of Node's, which answers by a web-standard function: a handler of
 * {@link createHandler}, or the receiver of webhooks. `http.createServer` takes it, and so do the
 * routes and the middlewares of Express and NestJS. Put it before body parsers, because the
 * function reads bodies itself, as they were sent.
 *
 * @example
 * const server = createServer(nodeListener(createHandler(payloom)))
 *
 * @example
 * app.use("/payloom", nodeListener(createHandler(payloom)))
 * app.post("/hooks", nodeListener((request) => webhooks.respond(request, handle)))
 */
export const nodeListener = (answer: WebHandler): NodeListener =>
  getRequestListener(answer, { overrideGlobalObjects: false })

/** A web-standard function that answers requests. Hosts pass their own data as `environment`. */
export type WebHandler = (request: Request, environment?: unknown) => Response | Promise<Response>

/** A listener for the requests of a server of Node's. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Watches a server of Node's, and returns the function that closes it. Call this before the
 * server's first request. Closing takes no more requests, answers the running ones, and ends each
 * connection after its answer, because connections that are kept alive would delay the end. Close
 * the engine afterwards.
 *
 * @param graceMs How long closing waits for running requests, in milliseconds. Default: 35,000, a
 * little more than a call to a provider may take. Requests that run longer, such as a stalled
 * upload, are cut off. A whole number from 1 to 2,147,483,647. Other values are refused with a
 * `TypeError`.
 *
 * @example
 * const server = app.listen(3000)
 * const closeServer = gracefulClose(server)
 * process.once("SIGTERM", () => closeServer().then(() => payloom.close()))
 */
export const gracefulClose = (server: Server, graceMs = 35_000): (() => Promise<void>) => {
  requireTime("graceMs", graceMs)
  const running = new Set<ServerResponse>()
  const open = new Set<Socket>()
  let isClosing = false
  server.on("connection", (socket: Socket) => {
    open.add(socket)
    socket.once("close", () => open.delete(socket))
  })
  server.prependListener("request", (_, response: ServerResponse) => {
    running.add(response)
    response.once("close", () => {
      running.delete(response)
      // If the headers were already sent, the response can't announce the end of its connection.
      if (isClosing) setImmediate(() => server.closeIdleConnections())
    })
    response.shouldKeepAlive &&= !isClosing
  })
  return () =>
    new Promise<void>((resolve) => {
      isClosing = true
      for (const response of running) response.shouldKeepAlive = false
      const impatience = setTimeout(() => server.closeAllConnections(), graceMs)
      server.close(() => {
        clearTimeout(impatience)
        resolve()
      })
      server.closeIdleConnections()
      // Browsers open connections in advance. Node counts these as busy although no request was
      // sent.
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    })
}

/** The longest wait of a timer. A longer one fires at once. */
const longestMs = 2 ** 31 - 1

const requireTime = (name: string, value: number): void => {
  if (Number.isInteger(value) && value >= 1 && value <= longestMs) return
  throw new TypeError(
    `${name} must be a whole number of milliseconds from 1 to ${longestMs}, but is ${value}.`
  )
}

/**
 * Compresses answers to payers' browsers, and the OpenAPI document. Answers of the merchant surface
 * stay uncompressed: their lists contain shoppers' text beside other customers' data, and the
 * length of a compressed list would reveal that data. No foreign page can make a browser send a
 * payer's token and key, because both are in headers.
 */
const compressing = (fetch: Fetch, base: string): Fetch => {
  const compressors = new Map<string, Compressor>()
  const document = compressedOnce()
  for (const prefix of [base, `${base}/v1`]) {
    compressors.set(`${prefix}/session`, (asking, response) => compressed(asking, response, false))
    compressors.set(`${prefix}/openapi.json`, document)
  }
  return async (request, environment) => {
    const response = await fetch(request, environment)
    const isRead = request.method === "GET" || request.method === "HEAD"
    const compress = isRead ? compressors.get(new URL(request.url).pathname) : undefined
    return compress !== undefined && isCompressible(request, response)
      ? compress(request, response)
      : response
  }
}
