import { createConsole } from "@payloom/console"
import type { Payloom, Scope } from "@payloom/core"
import { Hono } from "hono"
import { log } from "../log.ts"
import { withPassword } from "./withPassword.ts"

/** The dependencies of the console. */
export interface ConsolePagesOptions {
  readonly payloom: Payloom
  /** The merchant that a person sees first. */
  readonly startAt: Scope
  /** The password that people need. Null if no real money moves, so that everybody may try it. */
  readonly access: { readonly password: string | null } | "everybody"
  /** Ends open streams, because the server waits for them when it stops. */
  readonly stopping: AbortSignal
}

const demoNotice =
  "This is a demo: everybody who opens it is the admin “Demo”. No real money moves."

/** Serves the operator's console at `/console`. */
export const consolePages = (options: ConsolePagesOptions): Hono => {
  const { payloom, startAt, access, stopping } = options
  const app = new Hono()
  if (access !== "everybody" && access.password === null) {
    return app.all("/console/*", (context) => context.text(withoutPassword, 403))
  }
  const isDemo = access === "everybody"
  const authenticate = isDemo
    ? () => ({ id: "demo", name: "Demo", role: "admin" }) as const
    : withPassword(access.password ?? "")
  const operators = createConsole(payloom, {
    basePath: "/console",
    authenticate,
    startAt,
    ...(isDemo ? { notice: demoNotice } : {}),
    onRequest: ({ cause, ...request }) => {
      const level = request.status >= 500 ? "error" : "info"
      log[level](
        { ...request, ...(cause === undefined ? {} : { cause: String(cause) }) },
        "console"
      )
    }
  })
  stopping.addEventListener("abort", operators.close, { once: true })
  return app.all("/console/*", ({ req, env }) => operators(req.raw, env))
}

const withoutPassword =
  "The console is not served: real or test money of a provider moves here. Set " +
  "PAYLOOM_CONSOLE_PASSWORD to at least 16 characters and start the server again."
