import { type ApiOperation, fieldsOf } from "./ApiDocument.ts"
import type { Draw } from "./Draw.ts"
import { hostileBody, hostileText, spoiledValue } from "./spoiledValue.ts"
import { likeExample, type Making, valueOf } from "./valueOf.ts"

/** The keys of a merchant account, and those of another one. */
export interface Keys {
  readonly secret: string
  readonly publishable: string
  readonly otherSecret: string
}

/** A request that was made for an operation. */
export interface FuzzRequest {
  readonly operation: ApiOperation
  readonly kind: "valid" | "nearValid" | "hostile"
  /** True if its path or method may lead to no operation or to another one. */
  readonly isMisrouted: boolean
  readonly method: string
  /** The path with its query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array<ArrayBuffer> | null
}

/** Returns a request. Half of them are valid in their form, a third has mistakes. */
export const requestOf = (
  operations: ReadonlyArray<ApiOperation>,
  making: Making,
  keys: Keys
): FuzzRequest => {
  const { draw } = making
  const operation = draw.oneOf(weighted(operations))
  const roll = draw.below(100)
  const kind = roll < 50 ? "valid" : roll < 85 ? "nearValid" : "hostile"
  const isHostile = kind === "hostile"
  const isOddPath = isHostile && draw.chance(0.4)
  const isOddMethod = isHostile && draw.chance(0.05)
  const method = isOddMethod ? draw.oneOf(["PUT", "DELETE", "OPTIONS", "HEAD"]) : operation.method
  return {
    operation,
    kind,
    isMisrouted: isOddPath || isOddMethod,
    method,
    target: pathOf(operation, making, isOddPath) + queryOf(operation, making, kind),
    headers: headersOf(operation, making, keys, kind),
    // `fetch` sends no body with these methods.
    body: ["GET", "HEAD"].includes(method) ? null : bodyOf(operation, making, kind)
  }
}

/** The statuses in which a resource takes an operation, of those that few resources have. */
const suitable: Readonly<Record<string, ReadonlyArray<string>>> = {
  capturePayment: ["authorized"],
  incrementAuthorization: ["authorized"],
  voidPayment: ["authorized"],
  createRefund: ["succeeded"],
  resumeSubscription: ["paused"],
  resumePortalSubscription: ["paused"],
  payPortalOverdue: ["past_due"]
}

/** How often an operation is called. Too many endings leave nothing to use. */
const weightOf = ({ name }: ApiOperation): number => {
  if (/^(detach|revoke|remove|cancel)/.test(name)) return 1
  return /^(create|confirm|add)/.test(name) ? 10 : 5
}

const known = new WeakMap<ReadonlyArray<ApiOperation>, ReadonlyArray<ApiOperation>>()

const weighted = (operations: ReadonlyArray<ApiOperation>): ReadonlyArray<ApiOperation> => {
  const found =
    known.get(operations) ??
    operations.flatMap((operation) => new Array<ApiOperation>(weightOf(operation)).fill(operation))
  known.set(operations, found)
  return found
}

const pathOf = ({ name, path }: ApiOperation, { draw, ids }: Making, isOdd: boolean): string => {
  const knownId = () => ids.at(path, suitable[name] ?? [], draw)
  const filled = path.replaceAll(/\{\w+\}/g, () =>
    isOdd ? hostileText(draw) : (knownId() ?? "payment_00000000000000000000000000")
  )
  if (!isOdd) return draw.chance(0.1) ? `/v1${filled}` : filled
  return draw.oneOf([filled, `${filled}/`, `/${filled}`, `${filled}/${hostileText(draw)}`])
}

const queryOf = ({ query }: ApiOperation, making: Making, kind: FuzzRequest["kind"]): string => {
  const { draw } = making
  const parts = query
    .filter(({ required }) => required === true || draw.chance(0.25))
    .map(({ name, schema }) => {
      const value =
        kind !== "valid" && draw.chance(0.3) ? hostileText(draw) : valueOf(schema, making)
      return `${name}=${encodedOnce(value)}`
    })
  if (kind === "hostile" && draw.chance(0.2)) parts.push(...parts, `a[]=${hostileText(draw)}`)
  return parts.length === 0 ? "" : `?${parts.join("&")}`
}

/** A text may be escaped already, also wrongly. */
const encodedOnce = (value: unknown): string =>
  typeof value === "string" && value.includes("%")
    ? value
    : encodeURIComponent(String(value).toWellFormed())

const headersOf = (
  operation: ApiOperation,
  { draw, ids }: Making,
  keys: Keys,
  kind: FuzzRequest["kind"]
): Readonly<Record<string, string>> => {
  const isWrong = kind !== "valid" && draw.chance(0.1)
  const isPayer = operation.security.includes("publishableKey")
  const own = isPayer ? keys.publishable : keys.secret
  const key = isWrong
    ? draw.oneOf([keys.otherSecret, keys.publishable, keys.secret, "sk_test_x", "", "ü"])
    : own
  const token = ids.tokenFor(operation.path, draw) ?? "none"
  const oddKey = draw.oneOf(["", " ", "ä", "k".repeat(300), "same", "same"])
  return {
    Authorization: isWrong && draw.chance(0.3) ? key : `Bearer ${key}`,
    ...(isPayer ? { "Session-Token": isWrong ? "wrong" : token } : {}),
    ...(operation.isKeyed && !(isWrong && draw.chance(0.2))
      ? { "Idempotency-Key": isWrong ? oddKey : freshKey(draw) }
      : {}),
    ...(kind === "hostile" && draw.chance(0.1)
      ? { "Service-Version": draw.oneOf(["2", "2026-99-99", "x".repeat(3000)]) }
      : {}),
    ...(kind === "hostile" && draw.chance(0.1)
      ? { "Content-Type": draw.oneOf(["text/plain", "multipart/form-data", "a/b; charset=utf-7"]) }
      : { "Content-Type": "application/json" })
  }
}

/** A tenth of the keys was perhaps used before. */
const freshKey = (draw: Draw): string =>
  draw.chance(0.1) ? `key ${draw.below(50)}` : `key ${draw.below(2 ** 30)}-${draw.below(2 ** 30)}`

const bodyOf = (
  { body, example }: ApiOperation,
  making: Making,
  kind: FuzzRequest["kind"]
): FuzzRequest["body"] => {
  const { draw } = making
  if (body === null) return kind === "hostile" && draw.chance(0.05) ? "{}" : null
  const made =
    example !== undefined && draw.chance(0.6)
      ? likeExample(example, body, making)
      : valueOf(body, making)
  const valid = withOwnedCard(made, making)
  if (kind === "nearValid") return JSON.stringify(spoiledValue(valid, draw))
  const text = JSON.stringify(valid)
  return kind === "hostile" && draw.chance(0.7) ? hostileBody(text, draw) : text
}

/** A customer has a card, and it is the one in the same body, except for a few. */
const withOwnedCard = (value: unknown, { draw, ids }: Making): unknown => {
  const { customer, payment_instrument: card } = fieldsOf(value)
  if (customer === undefined || draw.chance(0.2)) return value
  const owned = ids.ownedCard(draw)
  if (owned === null) return value
  const more = card === undefined ? {} : { payment_instrument: owned.card }
  return { ...fieldsOf(value), customer: owned.customer, ...more }
}
