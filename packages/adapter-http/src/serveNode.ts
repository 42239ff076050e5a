import type { Server, ServerResponse } from "node:http"
import { createAdaptorServer } from "@hono/node-server"
import type { Payloom } from "@payloom/core"
import type { Hono } from "hono"
import { createApp, type HandlerOptions } from "./createHandler.ts"

/** Where to listen, and what a handler takes. */
export interface ServeOptions extends HandlerOptions {
  /** 0 for any free port. */
  readonly port: number
  /** The address to listen on, 127.0.0.1 by default. */
  readonly host?: string
  /**
   * How long closing waits for requests that run, in milliseconds; 35,000 unless told, a little
   * more than a call to a provider may take. What comes no further then, such as an upload that
   * stalled, is cut off.
   */
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
  const { port, host = "127.0.0.1", graceMs = 35_000, pages, ...handlerOptions } = options
  const app = createApp(payloom, handlerOptions)
  if (pages !== undefined) app.route("/", pages)
  const server = createAdaptorServer({ fetch: app.fetch }) as Server
  const drain = drainer(server, graceMs)
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const actualPort = typeof address === "object" && address !== null ? address.port : port
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${actualPort}`,
    close: async () => {
      await drain()
      await payloom.close()
    }
  }
}

/** Ends every connection once it has been answered: kept alive, they would hold up the end. */
const drainer = (server: Server, graceMs: number) => {
  const running = new Set<ServerResponse>()
  let isClosing = false
  server.prependListener("request", (_, response: ServerResponse) => {
    running.add(response)
    response.once("close", () => running.delete(response))
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
    })
}
