import { type Scope, scopeKey } from "@payloom/core"
import { Effect } from "effect"
import { type Context, Hono } from "hono"
import type { Console, ConsoleOptions } from "./ConsoleOptions.ts"
import { type ConsoleUser, sees } from "./ConsoleUser.ts"
import { engineNow } from "./engineNow.ts"
import { jsonAnswer, jsonText, refusal, textAnswer } from "./frame/answers.ts"
import { askHost } from "./frame/askHost.ts"
import { silentCell } from "./frame/cellOfAccount.ts"
import { commonHeaders } from "./frame/headers.ts"
import { inTime } from "./frame/inTime.ts"
import { logFault } from "./frame/logFault.ts"
import { fileAnswer, liveAnswer } from "./frame/longAnswers.ts"
import { loopTurns } from "./frame/loopTurns.ts"
import { type Places, places } from "./frame/places.ts"
import { readJson } from "./frame/readJson.ts"
import { readMe } from "./frame/readMe.ts"
import { type RecentCalls, recentCalls } from "./frame/recentCalls.ts"
import { Refused } from "./frame/refusals.ts"
import { runAct, weightOf } from "./frame/runAct.ts"
import { refuseOtherSites, requireSameOrigin, requireToken } from "./frame/sameOrigin.ts"
import { icon, shell } from "./frame/shell.ts"
import { staticFile } from "./frame/staticFiles.ts"
import { type Turns, turns } from "./frame/turns.ts"
import { type LiveStreams, liveStreams } from "./live/liveStreams.ts"
import { readNewest } from "./live/readNewest.ts"
import { type Rechecks, rechecks } from "./live/rechecks.ts"
import type { ConsoleEngine, Read } from "./Room.ts"
import { requireOptions } from "./requireOptions.ts"
import { allReads } from "./rooms.ts"

/** The longest time of one answer. */
const limitMs = 15_000

/** The slowest upload of a file. */
const leastBytesPerMs = 200

/** The time for which the console remembers what was done, for a button that is pressed again. */
const rememberMs = 60_000

/** The most requests that begin in one turn of the event loop. */
const mostOfTurn = 8

/** The limits of live streams. */
const streamLimits = {
  everyMs: 1000,
  pingMs: 10_000,
  recentMs: 10_000,
  mostMs: 300_000,
  most: 2000
}

/** The interval at which the host is asked again about the people of open streams and files. */
const recheckMs = 5000

/** The most requests with a file, and the most files, at the same time. */
const uploadLimits = { each: 1, all: 4 }
const fileLimits = { each: 3, all: 8 }

/** The limits of the reads for live streams. Each scope counts as a person of its own. */
const liveReadLimits = {
  ...{ atOnce: 1, rest: 2, mostRestMs: 250 },
  ...{ mostWaiting: streamLimits.most, mostWaitMs: 60_000 }
}

/** The limits of the reads of all pages together. */
const readLimits = { atOnce: 2, rest: 2, mostRestMs: 250, mostWaiting: 500, mostWaitMs: 5000 }

/** The parts of a running console. */
interface Frame extends ConsoleOptions {
  readonly onRequest: NonNullable<ConsoleOptions["onRequest"]>
  readonly payloom: ConsoleEngine
  readonly streams: LiveStreams
  readonly recent: RecentCalls
  readonly reads: Turns
  readonly rights: Rechecks
  readonly uploads: Places
  readonly files: Places
}

/** The id and the person of a request. */
interface Known {
  readonly Variables: { requestId: string; user: ConsoleUser }
}

/**
 * Returns the operator's console as a web-standard handler. Mount it in your server at `basePath`,
 * and say in `authenticate` who may use it.
 *
 * Throws a `TypeError` for options that are unknown, missing or wrong.
 *
 * @example
 * const operators = createConsole(payloom, {
 *   basePath: "/console",
 *   authenticate: async (request) => {
 *     const person = await sessionOf(request)
 *     return person === null
 *       ? Response.redirect("https://shop.example/log-in")
 *       : { id: person.id, name: person.name, role: "operator" }
 *   }
 * })
 * hono.all("/console/*", ({ req }) => operators(req.raw))
 */
export const createConsole = (payloom: ConsoleEngine, options: ConsoleOptions): Console => {
  requireOptions(payloom, options)
  const liveReads = turns(liveReadLimits)
  const read = (scope: Scope) => {
    const name = scopeKey(scope)
    return liveReads.take({ person: name, name, work: () => readNewest(payloom, scope) })
  }
  const streams = liveStreams({ ...streamLimits, read })
  const app = appOf({
    ...options,
    payloom,
    streams,
    recent: recentCalls(rememberMs),
    reads: turns(readLimits),
    onRequest: options.onRequest ?? logFault,
    rights: rechecks(recheckMs),
    uploads: places(uploadLimits),
    files: places(fileLimits)
  })
  const begins = loopTurns(mostOfTurn)
  const handler = async (request: Request, environment?: unknown) => {
    await begins.enter()
    return app.fetch(request, environment as object)
  }
  return Object.assign(handler, { close: streams.close })
}

const appOf = (frame: Frame): Hono<Known> => {
  const { basePath: base, payloom, recent, reads } = frame
  const app = new Hono<Known>()
  app.use(logged(frame))
  app.get(`${base}/assets/icon.svg`, () => {
    const headers = { ...commonHeaders, "Content-Type": "image/svg+xml" }
    return new Response(icon, { headers: { ...headers, "Cache-Control": "max-age=86400" } })
  })
  app.get(`${base}/assets/:name`, async ({ req }) => {
    const found = await staticFile(req.param("name"), req.raw)
    if (found === null) throw new Refused(404, "file_unknown", "There is no such file.")
    return found
  })
  app.use(authenticated(frame))
  const api = `${base}/api`
  app.get(`${api}/me`, async ({ var: { user } }) => {
    const work = async () => jsonText(await readMe(payloom, user))
    const name = JSON.stringify(["me", user])
    return textAnswer(await reads.take({ person: user.id, name, work }))
  })
  const scoped = `${api}/:tenant/:mode`
  app.get(`${scoped}/live`, (context) => liveAnswer(longRequest(context), frame))
  for (const read of allReads) {
    app.get(`${scoped}${read.path}`, (context) => readAnswer(context, frame, read))
  }
  app.post(`${scoped}/acts/:name`, async (context) => {
    const { raw } = context.req
    requireSameOrigin(raw)
    requireToken(raw)
    const name = context.req.param("name")
    const { requestId: request, user } = context.var
    const scope = scopeOf(context)
    const { mostBytes, isLarge, isRead } = weightOf(name, user.role)
    const leave = isLarge ? frame.uploads.take(user.id) : () => {}
    try {
      const uploadMs = limitMs + mostBytes / leastBytesPerMs
      const body = await readJson(raw, { mostBytes, limitMs: uploadMs })
      // An act has no time limit: a person has to learn if their refund was accepted.
      const work = () => runAct({ payloom, user, scope, name, body, request, recent })
      return jsonAnswer(
        await (isRead ? reads.take({ person: user.id, name: request, work }) : work())
      )
    } finally {
      leave()
    }
  })
  app.all(`${api}/*`, () => {
    throw new Refused(404, "route_unknown", "The console has no such address.")
  })
  const { notice = null, startAt = null } = frame
  for (const path of [base, `${base}/*`]) {
    app.get(path, ({ req }) => shell(req.raw, { base, notice, startAt }))
  }
  app.notFound(({ req }) => {
    const isInside = req.path === base || req.path.startsWith(`${base}/`)
    const message = isInside
      ? "The console has no such address."
      : `The console is at ${base}, and the request came without it. Mount it with a route that ` +
        "keeps the whole path."
    throw new Refused(404, "route_unknown", message)
  })
  app.onError(async (error, context) => {
    const cell = await silentCell(payloom, error, context)
    const { response, cause } = refusal(error, context.var.requestId ?? "", cell)
    if (cause !== undefined) context.set("cause" as never, cause as never)
    return response
  })
  return app
}

/** Answers data when its turn comes. */
const readAnswer = async (
  context: Context<Known>,
  frame: Frame,
  { run, isFile = false }: Read
): Promise<Response> => {
  const { payloom, reads } = frame
  const { requestId, user } = context.var
  const merchant = payloom.merchant(scopeOf(context))
  const { pathname, search, searchParams: query } = new URL(context.req.url)
  const id = (context.req.param() as { readonly id?: string }).id ?? ""
  const work = async (): Promise<string | Response> => {
    const call = { payloom, merchant, query, id, now: engineNow(requestId), user }
    const answer = await inTime(limitMs, "The answer", run(call))
    return answer instanceof Response ? answer : jsonText(answer)
  }
  // People who may see the same share an answer.
  const address = [`${pathname}${search}`, user.role, user.tenants ?? null]
  const name = isFile ? requestId : JSON.stringify(address)
  const read = async () => {
    const answer = await reads.take({ person: user.id, name, work })
    return typeof answer === "string" ? textAnswer(answer) : answer
  }
  return isFile ? fileAnswer(longRequest(context), frame, read) : read()
}

/** Gives each request an id, and reports its result. */
const logged =
  ({ payloom, basePath, onRequest }: Frame) =>
  async (context: Context<Known>, next: () => Promise<void>): Promise<void> => {
    const requestId = await Effect.runPromise(payloom.services.background.requestId())
    context.set("requestId", requestId)
    await next()
    context.header("Request-Id", requestId)
    const { method, raw } = context.req
    // Not decoded, because a decoded path may have line breaks.
    const { pathname } = new URL(raw.url)
    const cause = (context.var as { readonly cause?: unknown }).cause
    onRequest({
      requestId,
      method,
      path: pathname.startsWith(basePath) ? pathname.slice(basePath.length) : pathname,
      status: context.res.status,
      user: context.var.user?.id ?? null,
      ...(cause === undefined ? {} : { cause })
    })
  }

/** Lets only people in whom the host knows. */
const authenticated =
  ({ authenticate, basePath }: Frame) =>
  async (context: Context<Known>, next: () => Promise<void>): Promise<Response | undefined> => {
    const { raw, path } = context.req
    const isData = path.startsWith(`${basePath}/api/`)
    if (isData) refuseOtherSites(raw)
    const given = await askHost(authenticate, raw, context.env)
    if (given instanceof Response && !isData) return given
    if (given === null || given instanceof Response) {
      const message = "You are not signed in, or no longer. Sign in and reload the page."
      throw new Refused(401, "not_signed_in", message)
    }
    context.set("user", given)
    await next()
    return undefined
  }

/** Returns the scope of an address. Refused as unknown if the person may not see the tenant. */
const scopeOf = (context: Context<Known>): Scope => {
  const { tenant = "", mode } = context.req.param() as Readonly<Record<string, string>>
  if ((mode === "live" || mode === "test") && sees(context.var.user, tenant)) {
    return { tenant, mode }
  }
  throw new Refused(404, "tenant_unknown", "There is no such account, or you may not see it.")
}

const longRequest = (context: Context<Known>) => ({
  raw: context.req.raw,
  environment: context.env as unknown,
  user: context.var.user,
  scope: scopeOf(context)
})
