import { type Serving, serveNode } from "@payloom/adapter-http/node"
import { Payloom, type PayloomSetup, SecretMismatch } from "@payloom/core"
import { StartRefused } from "@payloom/example-kit/StartRefused"
import type { Hono } from "hono"
import { log } from "./log.ts"
import { rateLimit } from "./rateLimit.ts"
import type { Stage } from "./Scene.ts"

/** Far more than a sandbox needs; enough that a runaway loop is told to slow down. */
const requestsPerSecond = { merchant: 2000, payer: 1000, unauthenticated: 500 }

/** Where browsers reach it. */
export const urlOf = ({ options, bound }: Stage): string =>
  options.url ?? addressOf(options.host, bound.port)

/** Where a server that listens on all addresses of this machine reaches itself. */
export const ownAddress = ({ options, bound }: Stage): string => {
  const all: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" }
  return addressOf(all[options.host] ?? options.host, bound.port)
}

const addressOf = (host: string, port: number): string =>
  `http://${host.includes(":") ? `[${host}]` : host}:${port}`

/** An engine on the stage's database, whose alerts and errors are in the log. */
export const engineOn = (
  { deployment }: Stage,
  setup: Omit<PayloomSetup<Error>, "storage" | "onAlert" | "onLog">
): Promise<Payloom> =>
  Payloom.make({
    ...setup,
    storage: deployment.storage,
    onAlert: ({ scope, event }) => log.warn({ ...scope, event: event.id }, event.type),
    onLog: ({ level, message, cause, about }) => log[level]({ ...about, cause }, message)
  }).catch((error: unknown) => {
    throw error instanceof SecretMismatch
      ? new StartRefused(`${deployment.database}: ${error.message}`)
      : error
  })

/** Serves an engine, with what people see in their browsers beside it. */
export const serveOn = (
  { options, bound }: Stage,
  payloom: Payloom,
  pages: Hono
): Promise<Serving> =>
  serveNode(payloom, {
    port: bound.port,
    host: options.host,
    listener: bound.listener,
    graceMs: 10_000,
    pages,
    rateLimit: rateLimit(requestsPerSecond),
    onRequest: (request) => log[request.status >= 500 ? "error" : "info"](request, "request")
  })
