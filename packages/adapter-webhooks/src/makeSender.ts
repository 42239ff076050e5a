import http, { type IncomingMessage } from "node:http"
import https from "node:https"
import type { LookupFunction } from "node:net"
import type { Mode, WebhookRequest, WebhookResponse, WebhookSenderPort } from "@payloom/core"
import { Effect } from "effect"
import { boundHead } from "./boundedHead.ts"
import { checkedLookup } from "./checkedLookup.ts"
import type { Lookup } from "./lookups.ts"
import type { Reach } from "./reach.ts"
import { readExcerpt } from "./readExcerpt.ts"
import { refusalOf } from "./refusalOf.ts"
import { retryAfterMs } from "./retryAfter.ts"
import { closedEarly, isOwnFault, reasonOf, SendingFailed } from "./SendingFailed.ts"

/** The parts of a sender. */
export interface SenderParts {
  readonly reaches: Readonly<Record<Mode, Reach>>
  readonly lookups: Readonly<Record<Reach, Lookup>>
  /**
   * Returns further options of connections, with the lookup that checks. Default: only the lookup.
   */
  readonly connecting?: (lookup: LookupFunction) => Connecting
}

/** Options of connections. */
interface Connecting {
  readonly lookup: LookupFunction
  /** A certificate to trust. */
  readonly ca?: string
}

/** How long an idle connection is kept, in milliseconds. */
const idleMs = 4000

/** The number of idle connections per host. */
const mostIdle = 8

/** How long one of several addresses may take before the next is tried, in milliseconds. */
const nextAddressMs = 1000

/** Makes a sender from its parts. */
export const makeSender = ({ reaches, lookups, connecting }: SenderParts): WebhookSenderPort => {
  const agentsWithin = (reach: Reach): Agents => {
    const lookup = checkedLookup(lookups[reach], reach)
    return agentsOver(connecting?.(lookup) ?? { lookup })
  }
  const agents = { public: agentsWithin("public"), near: agentsWithin("near") }
  return {
    send: (request) =>
      Effect.promise((interrupted) => {
        const reach = reaches[request.mode]
        return sendOnce(request, reach, agents[reach], interrupted)
      }),
    refusal: (url, mode) => Effect.sync(() => refusalOf(url, reaches[mode]))
  }
}

/** Agents that keep connections open. Idle connections don't keep the process running. */
interface Agents {
  readonly "http:": http.Agent
  readonly "https:": https.Agent
}

const agentsOver = (connecting: Connecting): Agents => {
  const kept = {
    ...connecting,
    keepAlive: true,
    maxFreeSockets: mostIdle,
    timeout: idleMs,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: nextAddressMs
  }
  return {
    "http:": new http.Agent(kept),
    // Set here, so that an environment variable can't turn it off.
    "https:": new https.Agent({ ...kept, rejectUnauthorized: true })
  }
}

/**
 * Sends one webhook. The timers use the system's clock, whatever clock the engine has, because the
 * endpoint uses the system's clock too.
 */
const sendOnce = async (
  request: WebhookRequest,
  reach: Reach,
  agents: Agents,
  interrupted: AbortSignal
): Promise<WebhookResponse> => {
  const refusal = refusalOf(request.url, reach)
  if (refusal !== null) return failed(`The address ${refusal}.`)
  const over = new AbortController()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    over.abort()
  }, request.timeoutMs)
  interrupted.addEventListener("abort", () => over.abort(), { once: true })
  try {
    const answer = await post(request, agents, over.signal)
    const excerpt = await readExcerpt(answer)
    const waitMs = retryAfterMs(answer.headers["retry-after"], Date.now())
    return {
      _tag: "Answered",
      status: answer.statusCode ?? 0,
      excerpt,
      ...(waitMs === undefined ? {} : { retryAfterMs: waitMs })
    }
  } catch (error) {
    const seconds = request.timeoutMs / 1000
    return isLate
      ? failed(`No answer came within ${seconds} s.`)
      : { ...failed(reasonOf(error)), ...(isOwnFault(error) ? { isOwnFault: true } : {}) }
  } finally {
    clearTimeout(timer)
  }
}

const failed = (reason: string): WebhookResponse => ({ _tag: "Failed", reason })

/** Sends a request. It follows no redirects, and uses no proxy of the environment. */
const post = (
  { url, headers, body }: WebhookRequest,
  agents: Agents,
  signal: AbortSignal
): Promise<IncomingMessage> => {
  const address = new URL(url)
  const bytes = Buffer.from(body)
  const options = {
    method: "POST",
    headers: { ...headers, "content-length": bytes.length },
    signal
  }
  const answered = Promise.withResolvers<IncomingMessage>()
  const outgoing =
    address.protocol === "https:"
      ? https.request(address, { ...options, agent: agents["https:"] })
      : http.request(address, { ...options, agent: agents["http:"] })
  boundHead(outgoing)
  const closed = () => answered.reject(new SendingFailed(closedEarly))
  outgoing
    .once("response", (answer) => {
      outgoing.off("close", closed)
      answered.resolve(answer)
    })
    .on("error", answered.reject)
    .once("close", closed)
  // Rejects even if Node emits nothing.
  signal.addEventListener("abort", () => answered.reject(signal.reason), { once: true })
  outgoing.end(bytes)
  return answered.promise
}
