import { type Serving, serveNode } from "@payloom/adapter-http/node"
import { type ConsoleAccess, consoleAccess } from "@payloom/cli"
import type { ConsoleLog } from "@payloom/console"
import { Payloom, type PayloomSetup, reasonOf, SecretMismatch } from "@payloom/core"
import { StartRefused } from "@payloom/example-kit/StartRefused"
import type { Hono } from "hono"
import { log } from "./log.ts"
import { serveMetrics } from "./metrics.ts"
import { rateLimit } from "./rateLimit.ts"
import type { Stage } from "./Scene.ts"

/**
 * The limits of requests: far more than a sandbox needs, but enough to slow an endless loop down.
 */
const requestsPerSecond = { merchant: 2000, payer: 1000, unauthenticated: 500 }

/** Returns the server's address for browsers. */
export const urlOf = ({ options, bound }: Stage): string =>
  options.url ?? addressOf(options.host, bound.port)

/** Returns the address at which the server reaches itself if it listens on all addresses. */
export const ownAddress = ({ options, bound }: Stage): string => {
  const all: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" }
  return addressOf(all[options.host] ?? options.host, bound.port)
}

const addressOf = (host: string, port: number): string =>
  `http://${host.includes(":") ? `[${host}]` : host}:${port}`

/** Starts an engine on the deployment's database. Alerts and errors are logged. */
export const engineOn = async (
  { options, deployment }: Stage,
  setup: Omit<PayloomSetup<Error>, "storage" | "onAlert" | "onLog">
): Promise<Payloom> => {
  const { metricsPort } = options
  const served = metricsPort === null ? null : await serveMetrics(metricsPort)
  return Payloom.make({
    ...setup,
    ...(served === null ? {} : { telemetry: served.telemetry }),
    storage: deployment.storage,
    onAlert: ({ scope, event }) => log.warn({ ...scope, event: event.id }, event.type),
    onLog: ({ level, message, cause, about }) => log[level]({ ...about, cause }, message)
  }).catch((error: unknown) => {
    throw error instanceof SecretMismatch
      ? new StartRefused(`${deployment.database}: ${error.message}`)
      : error
  })
}

/** Returns who may use the console. `otherwise` is the access without a password. */
export const consoleAccessOf = (
  { options: { host, url } }: Stage,
  otherwise: ConsoleAccess
): ConsoleAccess => {
  try {
    return consoleAccess({ env: process.env, host, url, otherwise: () => otherwise })
  } catch (error) {
    throw new StartRefused(reasonOf(error))
  }
}

/** Logs a request to the console. */
export const logConsole = ({ cause, ...request }: ConsoleLog): void =>
  log[request.status >= 500 ? "error" : "info"](
    { ...request, ...(cause === undefined ? {} : { cause: String(cause) }) },
    "console"
  )

/** Serves an engine, with pages for browsers. */
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
