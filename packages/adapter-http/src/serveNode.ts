import type { Server, ServerResponse } from "node:http"
import type { Server as NetServer, Socket } from "node:net"
import type { Payloom } from "@payloom/core"
import type { Hono, MiddlewareHandler } from "hono"
import { compressed, isCompressible } from "./compression.ts"
import { createApp, type HandlerOptions } from "./createHandler.ts"
import { requireServerOptions } from "./requireOptions.ts"
import { responder } from "./responder.ts"
import { type Fetch, serverOf } from "./serverOf.ts"

/** Where to listen, and what a handler takes. */
export interface ServeOptions extends HandlerOptions {
  /** 0 for any free port. */
  readonly port: number
  /** The address to listen on, 127.0.0.1 by default. */
  readonly host?: string
  /**
   * A server that listens already and that this one takes the place of, for programs that want to
   * be sure of their port before they make an engine. `port` and `host` only name the address then.
   */
  readonly listener?: NetServer
  /**
   * How long a request may take to come as a whole, and a client may stand still while it takes an
   * answer, in milliseconds: 30,000 unless told. How long the answer itself takes is not counted.
   * What is no whole number from 1 to 2,147,483,647 is refused with a `TypeError`.
   */
  readonly clientTimeoutMs?: number
  /** How long closing waits for requests that run, as in {@link gracefulClose}. */
  readonly graceMs?: number
  /** Routes of one's own beside the engine's, such as the pages that payers see. */
  readonly pages?: Hono
}

/** A listening server. */
export interface Serving {
  /** Where it can be reached, such as http://127.0.0.1:8080. */
  readonly url: string
  /**
   * Takes no more requests, answers those that run, then closes the engine, which finishes what is
   * under way.
   */
  readonly close: () => Promise<void>
}

/** Serves an engine over HTTP on Node. A client that goes away cancels nothing. */
export const serveNode = async (payloom: Payloom, options: ServeOptions): Promise<Serving> => {
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
 * says. For Hono apps on Node, such as the pages that are served beside the engine. Each part of a
 * stream is sent as it comes.
 *
 * The length of a compressed answer says something of what is in it (BREACH), if others can add
 * text to the answer. So answers to requests with a cookie or with `Authorization` are left as they
 * are, and so is every answer but those to `GET`.
 *
 * @example
 * const pages = new Hono().use(compression())
 * await serveNode(payloom, { port: 8080, pages })
 */
export const compression = (): MiddlewareHandler => async (context, next) => {
  await next()
  const { req, res } = context
  // An answer that nothing is done to keeps the form in which it is sent fastest.
  if (!isCompressible(req.raw, res)) return
  const isSigned = req.raw.headers.has("cookie") || req.raw.headers.has("authorization")
  const made = await compressed(req.raw, res, isSigned)
  // Else Hono would write the headers of the first answer over those of the second.
  context.res = undefined
  context.res = made
}

/**
 * Watches a server of Node's from before its first request on, and gives the function that closes
 * it: it takes no more requests, answers those that run and ends every connection once it has been
 * answered, as those that are kept alive would hold up the end. Close the engine after it.
 *
 * @param graceMs How long it waits for requests that run, in milliseconds: 35,000 unless told, a
 * little more than a call to a provider may take. What comes no further then, such as an upload
 * that stalled, is cut off. What is no whole number from 1 to 2,147,483,647 is refused with a
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
      // An answer whose headers were sent before can't announce the end any more.
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
      // Node takes those for busy that browsers open early: nothing was ever asked on them.
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    })
}

/** The longest that a timer can wait. One that is to wait longer is over at once. */
const longestMs = 2 ** 31 - 1

const requireTime = (name: string, value: number): void => {
  if (Number.isInteger(value) && value >= 1 && value <= longestMs) return
  throw new TypeError(
    `${name} must be a whole number of milliseconds from 1 to ${longestMs}, but is ${value}.`
  )
}

/**
 * Compresses the answers that payers' browsers wait for, and the OpenAPI document. The merchant
 * surface stays as it is: its lists have text that shoppers choose beside data of other customers,
 * and compression would show in their lengths what that is. No page of others can make a browser
 * send a payer's token and key, which are in headers.
 */
const compressing = (fetch: Fetch, base: string): Fetch => {
  const paths = new Set(
    ["/session", "/openapi.json"].flatMap((path) => [base + path, `${base}/v1${path}`])
  )
  const isForPayers = ({ method, url }: Request) =>
    (method === "GET" || method === "HEAD") && paths.has(new URL(url).pathname)
  return async (request, environment) => {
    const response = await fetch(request, environment)
    return isForPayers(request) && isCompressible(request, response)
      ? compressed(request, response, false)
      : response
  }
}
