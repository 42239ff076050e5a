import { once } from "node:events"
import { createServer, type Server, type ServerResponse, STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { getRequestListener, RequestError } from "@hono/node-server"
import type { Hono } from "hono"
import { type ErrorResponse, httpRefusals } from "./errorResponses.ts"
import { refuse } from "./reply.ts"
import type { responder } from "./responder.ts"

/**
 * A server of Node's for an app. What Node or the app's adapter can't read as a request is refused
 * as all else is, in JSON and with a `Request-Id`, in place of Node's own answers without either.
 */
export const serverOf = (app: Hono, answer: ReturnType<typeof responder>): Server => {
  const refused = (response: ErrorResponse) =>
    answer({ method: "unknown" }, "unknown", refuse(response))
  const listener = getRequestListener(app.fetch, {
    errorHandler: (error) =>
      refused(
        error instanceof RequestError ? httpRefusals.requestMalformed : httpRefusals.internalError
      )
  })
  // Without these two Node answers by itself where Host is missing, or Expect asks for much.
  const server = createServer({ requireHostHeader: false }, listener)
  server.on("checkExpectation", (...exchange) => server.emit("request", ...exchange))
  // What each connection's requests are answered with, but for what has long been sent.
  const answers = new WeakMap<Duplex, ReadonlyArray<ServerResponse>>()
  server.prependListener("request", ({ socket, httpVersion, headers }, response) => {
    // HTTP/1.0 has no Host, and load balancers ask so whether a server is well.
    if (httpVersion === "1.0") headers.host ??= "localhost"
    const before = answers.get(socket) ?? []
    answers.set(socket, [...before.filter((other) => !other.writableFinished), response])
  })
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const known = answers.get(socket) ?? []
    const owed = known.filter(({ writableFinished, req }) => !writableFinished && req.complete)
    const broken = known.at(-1)
    const isBegun = broken !== undefined && !broken.req.complete && broken.headersSent
    if (owed.length > 0) void endAfter(socket, owed)
    else if (!socket.writable || isBegun) socket.destroy()
    else void refused(refusalOf(error)).then((response) => endWith(socket, response))
  })
  return server
}

/** The answers to the requests before what can't be read go out, then the connection ends. */
const endAfter = async (socket: Duplex, owed: ReadonlyArray<ServerResponse>): Promise<void> => {
  await Promise.all(owed.map((response) => once(response, "close").catch(() => undefined)))
  socket.end()
}

const refusalOf = ({ code }: NodeJS.ErrnoException): ErrorResponse => {
  if (code === "HPE_HEADER_OVERFLOW") return httpRefusals.headersTooLarge
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return httpRefusals.bodyTooLarge
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return httpRefusals.requestTimeout
  return httpRefusals.requestMalformed
}

/** Writes an answer where there is no request to answer, and hangs up. */
const endWith = async (socket: Duplex, response: Response): Promise<void> => {
  const { status, headers } = response
  const body = await response.text()
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...[...headers].map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close"
  ]
  socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy())
}
