import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { text } from "node:stream/consumers"
import { setTimeout as pause } from "node:timers/promises"
import { Webhook } from "standardwebhooks"
import type { Conduct } from "./conduct.ts"
import type { Received } from "./receivedFile.ts"

/** An endpoint of a merchant, on a port of its own. */
export interface EndpointServer {
  readonly port: number
  /** Sets the secret for verification. */
  readonly trust: (secret: string) => void
  /** Changes the behavior. Hanging requests of the old behavior are closed. */
  readonly behave: (conduct: Conduct) => Promise<void>
}

const slowMs = 2000

/** The target of redirects, which the sender must not follow. */
const elsewhere = "/elsewhere"

const statusOf: Readonly<Record<Conduct, number | null>> = {
  takes: 204,
  is_slow: 204,
  fails: 500,
  hangs: null,
  redirects: 302,
  is_gone: 410,
  is_away: null
}

/** Starts an endpoint. `keep` records each request before its response. */
export const startEndpoint = async (
  name: string,
  keep: (received: Received) => void
): Promise<EndpointServer> => {
  let conduct: Conduct = "takes"
  let webhook: Webhook | null = null
  const sockets = new Set<Socket>()
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request).catch(() => null)
    // The sender was killed during the request.
    if (body === null) return
    const status = request.url === elsewhere ? 204 : statusOf[conduct]
    keep({
      endpoint: name,
      id: String(request.headers["webhook-id"]),
      at: performance.timeOrigin + performance.now(),
      status,
      isVerified: webhook !== null && isVerified(webhook, body, request),
      isRedirected: request.url === elsewhere,
      body
    })
    if (status === null) return
    if (conduct === "is_slow") await pause(slowMs)
    if (status === 302) response.setHeader("location", elsewhere)
    response.writeHead(status).end()
  }
  const server = createServer((request, response) => void take(request, response))
  server.keepAliveTimeout = 60_000
  server.on("connection", (socket: Socket) => {
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket)).on("error", () => undefined)
  })
  const port = await listen(server, 0)
  return {
    port,
    trust: (secret) => {
      webhook = new Webhook(secret)
    },
    behave: async (next) => {
      const before = conduct
      if (before === next) return
      conduct = next
      if (next === "is_away") server.close()
      if (next === "is_away" || before === "hangs") for (const socket of sockets) socket.destroy()
      if (before === "is_away") await listen(server, port)
    }
  }
}

const isVerified = (webhook: Webhook, body: string, { headers }: IncomingMessage): boolean => {
  try {
    webhook.verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
