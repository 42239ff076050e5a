import type { HttpRoute, Payloom, Services, StorageHealth } from "@payloom/core"
import { Effect, Predicate } from "effect"
import { type Context, Hono } from "hono"
import { MethodNotAllowed, RouteNotFound } from "./errors.ts"
import { fewInTurn } from "./fewInTurn.ts"
import { merchantRunner } from "./merchantSurface.ts"
import { nearestPath } from "./nearestPath.ts"
import { notificationRunner } from "./notifications.ts"
import { openApiRoute } from "./openApiRoute.ts"
import { payerOperationsOf, payerRunner, preflight } from "./payerSurface.ts"
import { type Limiter, limiterOf, type RateLimitOptions } from "./rateLimit.ts"
import type { Reply } from "./reply.ts"
import { requireHandlerOptions } from "./requireOptions.ts"
import { type Answering, type RequestLog, responder, unmatched } from "./responder.ts"

/** An engine of `Payloom.make`, with any modules. */
export type ServedEngine = Pick<Payloom, "services" | "close">

/** The options of {@link createHandler}. */
export interface HandlerOptions extends RateLimitOptions {
  /**
   * The path that all routes are below, for a server that passes requests on with their full paths.
   * With `"/payments-api"` the payments are at `/payments-api/payments` and at
   * `/payments-api/v1/payments`, and `/payments` is not found. Each segment begins with a slash and
   * has letters, digits, `-`, `.`, `_` and `~`. Other values are refused with a `TypeError`. By
   * default, and with `""`, the routes are at the root, for a server that strips the path of the
   * handler.
   */
  readonly basePath?: string
  /**
   * Is called after every request is answered, for logs and metrics. Must not throw. By default the
   * causes of answers of 500 are logged.
   */
  readonly onRequest?: (log: RequestLog) => void
}

/**
 * A web-standard handler. `environment` is what the server passes beside the request, as Hono and
 * its adapter for Node do. The handler reads the client's address from it.
 */
export type Handler = (request: Request, environment?: unknown) => Promise<Response>

/**
 * Returns one handler for the merchant surface, the payer surface, notifications, `/openapi.json`
 * and `/health`. It works on any server that has `Request` and `Response`. Every path is also
 * served with a leading `/v1`, after the base path if there is one.
 *
 * @example
 * const handler = createHandler(payloom)
 * const response = await handler(new Request("http://localhost/health"))
 *
 * @example
 * const handler = createHandler(payloom, { basePath: "/payments-api" })
 * const response = await handler(new Request("http://localhost/payments-api/health"))
 */
export const createHandler = (payloom: ServedEngine, options: HandlerOptions = {}): Handler => {
  const app = createApp(payloom, options)
  return async (request, environment) => {
    requireRequest(request)
    return app.fetch(request, environment as object)
  }
}

/** Returns the same routes as a Hono app, to mount in another app. */
export const createApp = (payloom: ServedEngine, options: HandlerOptions = {}): Hono => {
  requireEngine(payloom)
  requireHandlerOptions(options)
  const app = new Hono()
  const base = baseOf(options)
  const respond = responder(payloom.services, options.onRequest)
  const routes = routesOf(payloom.services, limiterOf(options), base)
  const queues = {
    lists: fewInTurn(1),
    payers: fewInTurn(8),
    merchants: fewInTurn(16)
  }
  for (const prefix of [base, `${base}/v1`]) {
    for (const { method, path, name, waitsAmong, isOfMerchant = false, run } of routes) {
      const matched = { operation: name, route: prefix + path, isOfMerchant }
      app.on(method, prefix + path, async (context) => {
        if (waitsAmong !== undefined) await queues[waitsAmong]()
        return respond(context.req, matched, (requestId) => run(context, requestId))
      })
    }
    for (const [path, methods] of methodsByPath(routes)) {
      app.all(prefix + path, ({ req }) => {
        const refused = new MethodNotAllowed({ method: req.method, allowed: methods })
        return respond(req, unmatched, () => Effect.fail(refused))
      })
    }
  }
  const paths = [...methodsByPath(routes).keys()]
  app.notFound((context) => {
    const asked = context.req.path.replace(base, "").replace(/^\/v1(?=\/)/, "")
    const near = nearestPath(asked, paths)
    const meant = near === null ? null : `${base}${near.path}`
    const isPrefixed = near?.isPrefixed === true && base === ""
    return respond(context.req, unmatched, () =>
      Effect.fail(new RouteNotFound({ meant, isPrefixed }))
    )
  })
  app.onError((error, context) => respond(context.req, unmatched, () => Effect.die(error)))
  return app
}

/** Throws a `TypeError` if the engine is missing, for programs without types. */
const requireEngine = (given: unknown): void => {
  if (Predicate.hasProperty(given, "services")) return
  const isPromise = Predicate.hasProperty(given, "then")
  const what = isPromise ? "a promise: await Payloom.make(…) first" : kindOf(given)
  throw new TypeError(
    "createHandler, createApp and serveNode take the engine that Payloom.make returns, " +
      `but they got ${what}.`
  )
}

const kindOf = (given: unknown): string => {
  if (given === undefined || given === null) return `${given}`
  return `${typeof given === "object" ? "an" : "a"} ${typeof given}`
}

/** Throws a `TypeError` for anything but a `Request`, such as the requests of Node and Express. */
const requireRequest = (given: unknown): void => {
  const headers = Predicate.hasProperty(given, "headers") ? given.headers : null
  if (Predicate.hasProperty(headers, "get") && Predicate.hasProperty(given, "method")) return
  const isNodes = Predicate.hasProperty(given, "socket")
  throw new TypeError(
    "The handler takes a web-standard Request, but it got " +
      (isNodes
        ? "a request of Node's: wrap the handler in nodeListener of @payloom/adapter-http/node."
        : `${kindOf(given)}.`)
  )
}

/** Allows nothing that a URL escapes or resolves away, and no pattern of Hono. */
const basePathShape = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/

/** Returns the path that all routes begin with. */
const baseOf = ({ basePath }: HandlerOptions): string => {
  if (basePath === undefined || basePath === "") return ""
  if (basePathShape.test(basePath)) return basePath
  const given =
    typeof basePath === "string" ? JSON.stringify(basePath.slice(0, 40)) : kindOf(basePath)
  const meant = typeof basePath === "string" ? `/${basePath.replaceAll(/^\/+|\/+$/g, "")}` : ""
  throw new TypeError(
    "basePath must be a path such as /payments-api: segments of letters, digits, -, ., _ and ~, " +
      `each after a slash, none of them . or .., and no slash at the end, but is ${given}.` +
      (meant.length <= 40 && basePathShape.test(meant) ? ` Did you mean ${meant}?` : "")
  )
}

/** One method and path, the name for logs, and the function that answers. */
interface Route {
  readonly method: string
  readonly path: string
  readonly name: string
  /**
   * The requests among which it waits. Any number may arrive at once, and only a few of a kind
   * begin in one turn of the event loop, so that it is never held for long. A request without a
   * kind begins at once.
   */
  readonly waitsAmong?: "lists" | "payers" | "merchants"
  /** True if the request needs a merchant's key. */
  readonly isOfMerchant?: true
  readonly run: (context: Context, requestId: string) => Answering
}

const routesOf = (services: Services, limiter: Limiter, base: string): ReadonlyArray<Route> => [
  ...services.parts.routes.map((operation) => ({
    method: operation.method,
    path: operation.path.replace("{id}", ":id"),
    name: operation.name,
    waitsAmong: queueOf(operation),
    isOfMerchant: true as const,
    run: merchantRunner(services, operation, limiter)
  })),
  ...payerOperationsOf(services.parts).flatMap((operation) => {
    const path = operation.path.replace("{id}", ":id")
    const run = payerRunner(services, operation, limiter)
    return [
      { method: operation.method, path, name: operation.name, waitsAmong: "payers" as const, run },
      { method: "OPTIONS", path, name: "preflight", run: preflight }
    ]
  }),
  ...serviceRoutes(services, limiter, base)
]

/** A list takes as long as many other requests. */
const queueOf = ({ query }: HttpRoute): "lists" | "merchants" =>
  query?.single.includes("limit") === true ? "lists" : "merchants"

/**
 * The routes that are not for merchants or payers: notifications, the document and the health
 * check.
 */
const serviceRoutes = (
  { background, parts }: Services,
  limiter: Limiter,
  base: string
): ReadonlyArray<Omit<Route, "waitsAmong" | "isOfMerchant">> => {
  const document = openApiRoute(parts, base)
  return [
    {
      method: "POST",
      path: "/providers/:id/notifications",
      name: "receiveNotification",
      run: notificationRunner("receiveNotification", limiter, background.receiveNotification)
    },
    {
      method: "POST",
      path: "/account_updater/notifications",
      name: "receiveCardUpdate",
      run: notificationRunner("receiveCardUpdate", limiter, (_, raw) =>
        background.receiveCardUpdate(raw)
      )
    },
    {
      method: "GET",
      path: "/openapi.json",
      name: "openApiDocument",
      run: ({ req }) => Effect.promise(() => document(req.header("If-None-Match")))
    },
    {
      method: "GET",
      path: "/health",
      name: "health",
      run: () => Effect.map(background.checkStorage(), healthReply)
    }
  ]
}

/** Names the databases that are down or full, if the storage has several. Others may be used. */
const healthReply = ({ down, full }: StorageHealth): Reply => ({
  status: 200,
  body: JSON.stringify({
    status: "ok",
    ...(down.length === 0 ? {} : { down }),
    ...(full.length === 0 ? {} : { full })
  })
})

const methodsByPath = (
  routes: ReadonlyArray<Route>
): ReadonlyMap<string, ReadonlyArray<string>> => {
  const methods = new Map<string, ReadonlyArray<string>>()
  for (const { method, path } of routes) {
    methods.set(path, [...(methods.get(path) ?? []), method])
  }
  return methods
}
