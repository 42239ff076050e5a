import type { Payloom, Scope } from "@payloom/core"
import type { Tenant } from "../../ground/openTenants.ts"
import { type Answer, type Check, recording } from "../Check.ts"
import { withWords } from "../libraryCalls.ts"
import { type HttpOperation, type Json, operationsIn, type Surface } from "./HttpOperation.ts"

/** A web-standard handler. */
export type Serve = (request: Request) => Promise<Response>

/** A merchant with the keys of their server. */
export interface Account {
  readonly scope: Scope
  readonly secretKey: string
  readonly revokedKey: string
  readonly publishableKey: string
  readonly revokedPublishableKey: string
  /** The token of a portal session that was revoked. */
  readonly revokedToken: string
  readonly tokens: Tenant["tokens"]
}

/** The handler of an engine, and the keys of all merchants. */
export interface HttpGround {
  readonly check: Check
  readonly serve: Serve
  /** In the order of the ground's merchants. The first one is the own one. */
  readonly accounts: ReadonlyArray<Account>
  readonly operations: ReadonlyArray<HttpOperation>
}

/** Opens a handler on the engine of a ground, with keys for all merchants. */
export const openHttp = async (
  check: Check,
  handlerOf: (payloom: Payloom) => Serve
): Promise<HttpGround> => {
  const { payloom } = check.ground.observer
  const serve = handlerOf(payloom)
  const accounts: Array<Account> = []
  for (const place of check.ground.tenants.keys()) accounts.push(await accountOf(check, place))
  const response = await serve(new Request(`${origin}/openapi.json`))
  return { check, serve, accounts, operations: operationsIn((await response.json()) as Json) }
}

const origin = "https://payloom.test"

const accountOf = async ({ ground }: Check, place: number): Promise<Account> => {
  const { payloom } = ground.observer
  const { scope, publishableKey, tokens } = ground.tenants[place] as Tenant
  const keyOf = (kind: "secret" | "publishable") => payloom.tenants.createApiKey(scope, kind)
  const [key, revoked, publishable] = [
    await keyOf("secret"),
    await keyOf("secret"),
    await keyOf("publishable")
  ]
  for (const { id } of [revoked, publishable]) await payloom.tenants.revokeApiKey(scope, id)
  const { portalSessions } = payloom.merchant(scope)
  const customer = ground.payers[place] ?? ""
  const session = await portalSessions.create({ customer }, { idempotencyKey: `revoked ${place}` })
  await portalSessions.revoke(session.id)
  return {
    scope,
    secretKey: key.secret,
    revokedKey: revoked.secret,
    publishableKey,
    revokedPublishableKey: publishable.secret,
    revokedToken: session.sessionToken ?? "",
    tokens
  }
}

/** A request, before it has credentials. */
export interface Asked {
  readonly method: string
  /** Contains `{id}` in place of an id. */
  readonly path: string
  readonly id: string
  readonly query: Readonly<Record<string, string | ReadonlyArray<string>>>
  /** A text is sent as it is, and everything else as JSON. Null for no body. */
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** Returns the headers with which a merchant, or a payer of theirs, calls an operation. */
export const credentialsOf = (account: Account, surface: Surface): Asked["headers"] => {
  if (surface === "merchant") return bearer(account.secretKey)
  const token = account.tokens.find(({ kind }) => kind === surface)?.token ?? ""
  return { ...bearer(account.publishableKey), "Session-Token": token }
}

/** Returns the header of a key. */
export const bearer = (key: string): Asked["headers"] => ({ Authorization: `Bearer ${key}` })

/**
 * Sends a request. The answer has the status, all headers and the body, with a word in place of
 * each text that `instead` has. Only the id of the request is left out.
 */
export const send = async (
  { check, serve }: Pick<HttpGround, "check" | "serve">,
  asked: Asked,
  instead: Readonly<Record<string, string>>
): Promise<Answer> => {
  const recorded = recording(check)
  const response = await check.ground.clock.until(serve(requestOf(asked)))
  const body = await response.text()
  const { changes, reads } = recorded()
  const { "request-id": requestId = "none", ...headers } = Object.fromEntries(response.headers)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\n`)
  const text = `${response.status}\n${lines.join("")}\n${body}`
  return { text: withWords(text, { ...instead, [requestId]: "REQUEST" }, changes), changes, reads }
}

const requestOf = ({ method, path, id, query, body, headers }: Asked): Request => {
  const url = new URL(path.replace("{id}", encodeURIComponent(id)), origin)
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) url.searchParams.append(name, one)
  }
  const json = { "Content-Type": "application/json", ...headers }
  return new Request(url, {
    method,
    headers: json,
    ...(body === null ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
  })
}
