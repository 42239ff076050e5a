import type { Draw } from "../fuzz/Draw.ts"
import { type OpenedSession, type PayerShop, type PortalIds, shopOrigin } from "./PayerShop.ts"

/** A request of an attacker. */
export interface PayerRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: object | null
  /** The answer that it must get: `any`, or an error because the attacker may not do this. */
  readonly expected: "any" | "refused"
  /** The same request with an id that does not exist. Both must be answered alike, with 404. */
  readonly like?: PayerRequest
}

/** The findings of an attacker so far. */
interface Known {
  readonly sessions: ReadonlyArray<OpenedSession>
  /** The ids of 3DS sessions, of any checkout session. */
  readonly challenges: ReadonlyArray<string>
}

/** Requests that are sent at the same time. */
type Attack = ReadonlyArray<PayerRequest>

type Make = (shop: PayerShop, known: Known, draw: Draw) => Attack

const json = { "Content-Type": "application/json" }

const asPayer = (publishableKey: string, token: string) => ({
  Authorization: `Bearer ${publishableKey}`,
  "Session-Token": token,
  ...json
})

const request = (
  headers: PayerRequest["headers"],
  method: string,
  path: string,
  body: object | null = null
): PayerRequest => ({ method, path, headers, body, expected: "any" })

const confirm = ({ publishableKey }: PayerShop, { token }: OpenedSession, body: object) =>
  request(asPayer(publishableKey, token), "POST", "/session/confirm", body)

const payment = ({ ciphertexts }: PayerShop, draw: Draw) => ({
  method: "card",
  card: { ciphertext: draw.oneOf(ciphertexts) }
})

const repeated = <A>(times: number, make: () => A): ReadonlyArray<A> =>
  Array.from({ length: times }, make)

/** Pays one session several times at once, with the same card or with others. */
const payAtOnce: Make = (shop, { sessions }, draw) => {
  const session = draw.oneOf(sessions)
  return repeated(1 + draw.below(5), () => confirm(shop, session, payment(shop, draw)))
}

const foreignFields: ReadonlyArray<object> = [
  { amount: "1" },
  { currency: "JPY" },
  { capture_method: "manual" },
  { customer: "customer_00000000000000000000000000" },
  { payment_instrument: "card_00000000000000000000000000" },
  { metadata: { note: "mine" } },
  { mid: "mid_00000000000000000000000000" },
  { status: "succeeded" },
  { type: "one_off", off_session: true },
  { __proto__: { amount: "1" }, constructor: { amount: "1" } }
]

/** Pays with fields that only the merchant decides. */
const payLess: Make = (shop, { sessions }, draw) => {
  const body = { ...payment(shop, draw), ...draw.oneOf(foreignFields) }
  return [confirm(shop, draw.oneOf(sessions), body)]
}

/** Returns from a challenge of this session or of another one, passed, failed or used before. */
const returnFromChallenge: Make = (shop, { sessions, challenges }, draw) => {
  const id = challenges.length === 0 ? "threeds_00000000000000000000000000" : draw.oneOf(challenges)
  const session = draw.oneOf(sessions)
  return repeated(1 + draw.below(3), () =>
    confirm(shop, session, { method: "card", three_ds_session_id: id })
  )
}

const read: Make = (shop, { sessions }, draw) => [
  request(
    asPayer(shop.publishableKey, draw.oneOf(sessions).token),
    "GET",
    draw.oneOf(["/session", "/session/status"])
  )
]

const otherCase = (text: string): string =>
  text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase()

/** Tokens that are almost right, keys of another tenant, and the token of another surface. */
const mixCredentials: Make = (shop, { sessions }, draw) => {
  const { token } = draw.oneOf(sessions)
  const { publishableKey, otherKey, secretKey, portal } = shop
  const last = token.endsWith("A") ? "B" : "A"
  const [key, wrong] = draw.oneOf([
    [publishableKey, token.slice(0, -1)],
    [publishableKey, `${token.slice(0, -1)}${last}`],
    [publishableKey, `${token}${last}`],
    [publishableKey, otherCase(token)],
    [publishableKey, portal.token],
    [publishableKey, ""],
    [otherKey, token],
    [secretKey, token],
    [token, token],
    [otherCase(publishableKey), token]
  ] as const)
  const [method, path] = draw.oneOf([
    ["GET", "/session"],
    ["GET", "/session/status"],
    ["POST", "/session/confirm"]
  ] as const)
  const body = method === "POST" ? payment(shop, draw) : null
  return [{ ...request(asPayer(key, wrong), method, path, body), expected: "refused" }]
}

const merchantPaths = [
  ["GET", "/payments"],
  ["GET", "/customers"],
  ["GET", "/checkout_sessions/ID"],
  ["GET", "/events"],
  ["GET", "/ledger/balances"],
  ["POST", "/payments/ID/refunds"],
  ["POST", "/payments/ID/capture"],
  ["POST", "/checkout_sessions/ID/expire"],
  ["POST", "/portal_sessions"],
  ["POST", "/payment_instruments"]
] as const

/** Calls operations of merchants with the credentials of a payer. */
const actAsMerchant: Make = (shop, { sessions }, draw) => {
  const { token, id } = draw.oneOf(sessions)
  const [method, path] = draw.oneOf(merchantPaths)
  const named = path.replace(
    "ID",
    path.startsWith("/payments") ? (shop.victim.receipts[0] ?? "") : id
  )
  const headers = { ...asPayer(shop.publishableKey, token), "Idempotency-Key": `payer ${named}` }
  const body = method === "POST" ? { customer: shop.victim.customer } : null
  return [{ ...request(headers, method, named, body), expected: "refused" }]
}

/** Sends a payment from a page that the shop does not list. */
const payFromElsewhere: Make = (shop, { sessions }, draw) => {
  const sent = confirm(shop, draw.oneOf(sessions), payment(shop, draw))
  const Origin = draw.oneOf([
    "https://shop.example.evil.example",
    `${shopOrigin}:444`,
    "http://shop.example",
    "null"
  ])
  return [{ ...sent, headers: { ...sent.headers, Origin }, expected: "refused" }]
}

type PortalPath = readonly [method: string, path: string, of: keyof PortalIds, body: object | null]

const portalPaths: ReadonlyArray<PortalPath> = [
  ["GET", "/portal/receipts/ID", "receipts", null],
  ["POST", "/portal/payment_instruments/ID/default", "instruments", {}],
  ["POST", "/portal/payment_instruments/ID/remove", "instruments", {}],
  ["POST", "/portal/subscriptions/ID/cancel", "subscriptions", { cancel_at_period_end: false }],
  ["POST", "/portal/subscriptions/ID/undo_cancel", "subscriptions", null],
  ["POST", "/portal/subscriptions/ID/pause", "subscriptions", {}],
  ["POST", "/portal/subscriptions/ID/resume", "subscriptions", null],
  ["POST", "/portal/subscriptions/ID/pay_overdue", "subscriptions", null]
]

const firstOf = (ids: PortalIds, of: keyof PortalIds): string => {
  const found = ids[of]
  return typeof found === "string" ? found : (found[0] ?? "")
}

/** The same kind of id, of nothing. */
const nobodys = (id: string): string => id.replace(/_.*$/, `_${"0".repeat(26)}`)

/** Reads and changes what another customer has. */
const takeFromVictim: Make = ({ publishableKey, portal, victim }, _, draw) => {
  const [method, path, of, body] = draw.oneOf(portalPaths)
  const headers = asPayer(publishableKey, portal.token)
  const to = (id: string) => request(headers, method, path.replace("ID", id), body)
  const id = firstOf(victim, of)
  return [{ ...to(id), expected: "refused", like: to(nobodys(id)) }]
}

/** Bills the attacker's subscription to a card of the victim. */
const billVictim: Make = ({ publishableKey, portal, victim }, _, draw) => {
  const headers = asPayer(publishableKey, portal.token)
  const path = `/portal/subscriptions/${draw.oneOf(portal.ids.subscriptions)}/payment_instrument`
  const to = (payment_instrument: string) => request(headers, "POST", path, { payment_instrument })
  const id = draw.oneOf(victim.instruments)
  return [{ ...to(id), expected: "refused", like: to(nobodys(id)) }]
}

/** Does what the attacker's own portal allows, several times at once. */
const useOwnPortal: Make = ({ publishableKey, portal }, _, draw) => {
  const [method, path, of, body] = draw.oneOf(
    portalPaths.filter(([, each]) => !each.endsWith("remove"))
  )
  const headers = asPayer(publishableKey, portal.token)
  const sent = draw.chance(0.3)
    ? request(headers, "GET", draw.oneOf(["/portal", "/portal/receipts", "/portal/subscriptions"]))
    : request(headers, method, path.replace("ID", firstOf(portal.ids, of)), body)
  return repeated(1 + draw.below(3), () => sent)
}

/** The attacks by name. Those on payments are more frequent. */
export const attacks: Readonly<Record<string, Make>> = {
  payAtOnce,
  payAgain: payAtOnce,
  payLess,
  returnFromChallenge,
  read,
  mixCredentials,
  actAsMerchant,
  payFromElsewhere,
  takeFromVictim,
  billVictim,
  useOwnPortal
}
