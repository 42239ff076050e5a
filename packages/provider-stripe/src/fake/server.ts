import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import { type Fault, type FaultSource, meetFault } from "@payloom/testkit/fake-provider"
import type { FakeStore } from "./FakeStore.ts"
import { readFileForm } from "./files.ts"
import { readForm } from "./form.ts"
import type { idempotency } from "./idempotency.ts"
import { metadataIn } from "./paymentForms.ts"
import { type Answer, answerOf } from "./refusals.ts"
import { type Call, carryOut, kindOf, payerAnswers } from "./routes.ts"
import { standInScript } from "./standInScript.ts"
import { assertWellMade } from "./wellMade.ts"

/** The things that the server depends on. */
export interface FakeServerOptions {
  readonly store: FakeStore
  readonly faults: FaultSource
  /**
   * Returns the account of a key, or of the connected account behind it, or null if the key is
   * invalid.
   */
  readonly accountOf: (key: string, connected: string | null) => string | null
  readonly keysOf: (account: string) => ReturnType<typeof idempotency>
  readonly origin: () => string
  /** Waits for the webhooks of a call, if the faults ask for them before the call's answer. */
  readonly beforeAnswer: () => Promise<void>
}

/** Creates a server that answers as Stripe's API does. */
export const fakeServer = (options: FakeServerOptions): Server =>
  createServer((request, response) => {
    handle(options, request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined)
    })
  })

const handle = async (
  options: FakeServerOptions,
  request: IncomingMessage,
  response: ServerResponse
): Promise<void> => {
  const url = new URL(request.url ?? "/", options.origin())
  response.setHeader("access-control-allow-origin", "*")
  response.setHeader("access-control-allow-headers", "authorization, stripe-account")
  if (request.method === "OPTIONS") return void response.writeHead(204).end()
  if (!url.pathname.startsWith("/v1/")) return page(options, request, response, url)
  const body = await text(request)
  const method = request.method ?? "GET"
  const path = url.pathname.slice("/v1/".length).split("/").filter(Boolean)
  const fault = options.faults.faultOf(kindOf({ method, path }))
  if (await meetFault(fault, "before", response)) return
  options.store.takesHalf = fault?._tag === "takes_half"
  const asked = { text: `${body}${url.search.replace("?", "&")}`, path }
  const answer = answered(options, request, asked, fault)
  await options.beforeAnswer()
  if (await meetFault(fault, "after", response)) return
  send(response, answer, options.store.now())
}

/** Returns the API's answer. If the request is refused, the answer has the body of an error. */
const answered = (
  options: FakeServerOptions,
  request: IncomingMessage,
  { text, path }: { readonly text: string; readonly path: ReadonlyArray<string> },
  fault: Fault | null
): Answer => {
  const { store, accountOf, keysOf, origin } = options
  const [, key = ""] = /^Bearer (.+)$/.exec(request.headers.authorization ?? "") ?? []
  const account = accountOf(key, header(request, "stripe-account"))
  if (account === null) {
    const error = { type: "invalid_request_error", message: "Invalid API Key provided." }
    return { status: 401, body: { error } }
  }
  const method = request.method ?? "GET"
  const type = header(request, "content-type") ?? ""
  const form = type.startsWith("multipart/") ? readFileForm(text, type) : readForm(text)
  const call = { method, path, form, account, origin: origin() }
  const once = method === "POST" ? header(request, "idempotency-key") : null
  return answerOf(() => {
    assertWellMade(call)
    return keysOf(account).once(once, `${path.join("/")} ${JSON.stringify(form)}`, () =>
      brokenBy(fault, () => failedInside(store, call) ?? carryOut(store, call))
    )
  })
}

const ownError = { type: "api_error", message: "Something went wrong on Stripe's end." }

/** Answers with a 5xx after the call is carried out. The idempotency key keeps this answer too. */
const brokenBy = (fault: Fault | null, carryOut: () => Answer): Answer => {
  if (fault?._tag !== "fails_after" || fault.status < 500) return carryOut()
  answerOf(carryOut)
  return { status: fault.status, body: { error: ownError } }
}

/** Answers a call that fails inside of Stripe, or null if it doesn't fail so. */
const failedInside = (store: FakeStore, call: Call): Answer | null => {
  const kind = kindOf(call)
  const isCharge = kind === "charge" && call.form.confirm === "true"
  if (store.failsNext !== kind || (kind === "charge" && !isCharge)) return null
  store.failsNext = null
  if (!isCharge) return { status: 500, body: { error: ownError } }
  const at = store.now()
  const reference = metadataIn(call.form).payloom_reference ?? ""
  // A charge that is completed later gets the time of its request.
  store.unfinished.set(reference, () => {
    answerOf(() => carryOut({ ...store, now: () => at }, call))
  })
  return { status: 500, body: { error: ownError } }
}

const header = (request: IncomingMessage, name: string): string | null => {
  const value = request.headers[name]
  return typeof value === "string" ? value : null
}

/** Sends an answer. Its date is the fake's own time, which is given in seconds since the epoch. */
const send = (response: ServerResponse, answer: Answer, now: number): void => {
  const { status, body, isReplayed = false } = answer
  response.writeHead(status, {
    "content-type": "application/json",
    "request-id": "req_fake",
    ...(isReplayed ? { "idempotent-replayed": "true" } : {}),
    date: new Date(now * 1000).toUTCString()
  })
  response.end(JSON.stringify(body))
}

/** Serves the pages that payers see: 3-D Secure, a bank, and the stand-in of Stripe.js. */
const page = async (
  { store, origin }: FakeServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL
): Promise<void> => {
  if (url.pathname === "/v3/") {
    response.writeHead(200, { "content-type": "text/javascript" }).end(standInScript(origin()))
    return
  }
  const [, verb, id = ""] = /^\/_fake\/(authenticate|answers)\/(\w+)$/.exec(url.pathname) ?? []
  if (verb === "authenticate" && request.method === "GET") {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(askingPage(id))
    return
  }
  if (verb === undefined || request.method !== "POST") return void response.writeHead(404).end()
  const approves = readForm(await text(request)).approves === "true"
  const answer = payerAnswers(store, id, approves)
  if (answer === null) return void response.writeHead(404).end()
  if (verb === "answers")
    return send(response, { status: 200, body: { ok: answer.ok } }, store.now())
  response.writeHead(303, { location: backTo(id, answer).href }).end()
}

/** Returns the URL that Stripe redirects a payer to after their answer. */
export const backTo = (
  id: string,
  answer: { readonly returnUrl: string | null; readonly secret: string; readonly ok: boolean }
): URL => {
  const back = new URL(answer.returnUrl ?? "about:blank")
  const name = id.startsWith("seti_") ? "setup_intent" : "payment_intent"
  back.searchParams.set(name, id)
  back.searchParams.set(`${name}_client_secret`, answer.secret)
  back.searchParams.set("redirect_status", answer.ok ? "succeeded" : "failed")
  return back
}

const askingPage = (id: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>3D Secure 2 test page</title></head>
<body><form method="post" action="/_fake/authenticate/${id}">
<button name="approves" value="true">Complete authentication</button>
<button name="approves" value="false">Fail authentication</button>
</form></body></html>
`
