import { isEngineError, type Merchant, type Payloom, scopeKey } from "@payloom/core"
import type { Asset } from "@payloom/example-kit/bundle"
import { page } from "@payloom/example-kit/page"
import { policy, safely } from "@payloom/example-kit/securityHeaders"
import { type Context, Hono } from "hono"
import { basicAuth } from "hono/basic-auth"
import { html } from "hono/html"
import { streamSSE } from "hono/streaming"
import type { Assets } from "../web/bundle.ts"
import { ownRefusals } from "../web/ownRefusals.ts"
import { type Followers, followers } from "./follow.ts"
import { readBoard } from "./readBoard.ts"
import { readTimeline } from "./readTimeline.ts"

type LiveAssets = Pick<Assets, "liveScript" | "liveStyle">

/** The dependencies of the live pages. */
export interface LivePagesOptions {
  readonly payloom: Payloom
  readonly assets: () => Promise<LiveAssets>
  /** Ends open streams, because the server waits for them when it stops. */
  readonly stopping: AbortSignal
}

/** The greatest number of open streams. Each needs a connection. */
const mostStreams = 50

/** The signed-in merchant of a page. */
interface Signed {
  readonly Variables: { merchant: Merchant }
}

/**
 * Serves pages that update themselves. `/live` shows events, webhooks and books, and
 * `/live/payments/{id}` a payment's timeline. A browser asks for a name and a password: any name,
 * and a secret key of the merchant.
 */
export const livePages = ({ payloom, assets, stopping }: LivePagesOptions): Hono<Signed> => {
  const app = new Hono<Signed>()
  const streams = followers(mostStreams)
  app.onError(ownRefusals)
  app.use("/live/*", signedIn(payloom))
  app.get("/live", async (context) => livePage(context, await assets(), "Live", "/live/stream"))
  app.get("/live/stream", (context) => {
    const { merchant } = context.var
    const read = async () => JSON.stringify(await readBoard(payloom, merchant))
    return streamed(context, streams, stopping, scopeKey(merchant.scope), read)
  })
  app.get("/live/payments/:id", async (context) => {
    const id = context.req.param("id")
    if (!(await hasPayment(context.var.merchant, id))) {
      return context.text("This payment doesn't exist.", 404)
    }
    return livePage(context, await assets(), "A payment's timeline", `/live/payments/${id}/stream`)
  })
  app.get("/live/payments/:id/stream", async (context) => {
    const { merchant } = context.var
    const id = context.req.param("id")
    if (!(await hasPayment(merchant, id))) return context.body(null, 404)
    const read = async () => JSON.stringify(await readTimeline(merchant, id))
    return streamed(context, streams, stopping, `${scopeKey(merchant.scope)} ${id}`, read)
  })
  return app
}

const signedIn = (payloom: Payloom) =>
  basicAuth({
    realm: "Payloom: any name, and a secret key as the password",
    verifyUser: async (_, key, context: Context<Signed>) => {
      const found = await payloom.tenants.authenticate(key).catch(refused)
      if (found?.kind !== "secret") return false
      context.set("merchant", payloom.merchant(found.scope))
      return true
    }
  })

const hasPayment = ({ payments }: Merchant, id: string): Promise<boolean> =>
  payments.retrieve(id).then(
    () => true,
    (error: unknown) => {
      if (isEngineError(error) && error._tag === "ResourceNotFound") return false
      throw error
    }
  )

const refused = (error: unknown): null => {
  if (isEngineError(error) && error._tag === "ApiKeyInvalid") return null
  throw error
}

/** Streams server-sent events. Each contains the whole page's data. */
const streamed = (
  context: Context<Signed>,
  { isFull, follow }: Followers,
  stopping: AbortSignal,
  name: string,
  read: () => Promise<string>
): Response => {
  if (isFull() || stopping.aborted) {
    return context.text("Too many live pages are open.", 503, { "Retry-After": "5" })
  }
  safely(context, policy({}))
  // A response to HEAD has no body, so its stream would never be read.
  if (context.req.method === "HEAD") return context.body(null)
  return streamSSE(context, async (stream) => {
    const gone = new AbortController()
    stream.onAbort(() => gone.abort())
    for await (const text of follow(name, read, AbortSignal.any([gone.signal, stopping]))) {
      if (text === null) await stream.write(": nothing new\n\n")
      else await stream.writeSSE({ data: text })
    }
  })
}

const livePage = (
  context: Context<Signed>,
  { liveScript, liveStyle }: LiveAssets,
  title: string,
  stream: string
) =>
  safely(context, policyOf(liveScript)).html(
    page({ title, style: liveStyle, script: liveScript, body: bodyOf(title, stream) })
  )

const policyOf = ({ hash }: Asset): string =>
  policy({
    "script-src": `'${hash}'`,
    "style-src": "'self'",
    "connect-src": "'self'",
    "img-src": "data:",
    "trusted-types": "lit-html",
    "require-trusted-types-for": "'script'",
    "frame-ancestors": "'none'"
  })

const bodyOf = (title: string, stream: string) => html`<h1>${title}</h1>
<p role="status">Connecting…</p>
<div data-stream="${stream}"></div>
<noscript><p>Please turn on JavaScript to see this page.</p></noscript>`
