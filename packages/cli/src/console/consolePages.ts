import { type ConsoleLog, createConsole } from "@payloom/console"
import type { Payloom, Scope } from "@payloom/core"
import { Hono } from "hono"
import { authenticateBy, type ConsoleAccess } from "./consoleAccess.ts"

/** The dependencies of the console. */
export interface ConsolePagesOptions {
  readonly payloom: Payloom
  readonly access: ConsoleAccess
  /** The account that a person sees first. The first one by name if absent. */
  readonly startAt?: Scope
  /** Ends open streams, because the server waits for them when it stops. */
  readonly stopping: AbortSignal
  /** Is called after every request, for logs. */
  readonly onRequest?: (log: ConsoleLog) => void
}

const demoNotice =
  "This is a demo: everybody who opens it is the admin “Demo”. No real money moves."

/**
 * Returns the operator's console at `/console`, as `pages` of `serveNode`. If nobody may use it, it
 * says why.
 */
export const consolePages = (options: ConsolePagesOptions): Hono => {
  const { payloom, access, startAt, stopping, onRequest } = options
  const app = new Hono()
  if (access.kind === "nobody") {
    return app.all("/console/*", (context) => context.text(refusalOf(access.reason), 403))
  }
  const operators = createConsole(payloom, {
    basePath: "/console",
    authenticate: authenticateBy(access),
    ...(startAt === undefined ? {} : { startAt }),
    ...(access.kind === "everybody" ? { notice: demoNotice } : {}),
    ...(onRequest === undefined ? {} : { onRequest })
  })
  stopping.addEventListener("abort", operators.close, { once: true })
  return app.all("/console/*", ({ req, env }) => operators(req.raw, env))
}

const refusalOf = (reason: string): string =>
  `The console is not served: ${reason}. Set PAYLOOM_CONSOLE_PASSWORD to at least 16 characters ` +
  "and start the server again."
