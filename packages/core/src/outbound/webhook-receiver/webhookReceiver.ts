import { Clock, Effect, Result } from "effect"
import { TaggedError } from "../../kernel/primitives/TaggedError.ts"
import type { EventType } from "../../platform/events/EventRecord.ts"
import { eventTypes } from "../../platform/events/eventTypes.ts"
import type { EventObject } from "../event-catalog/EventObject.ts"
import { readText } from "./readText.ts"
import { type SignatureCheck, signatureCheck } from "./signatureCheck.ts"
import { processMemory } from "./webhookMemory.ts"

/** What was received is no webhook of this endpoint, and is not to be believed. */
export class WebhookInvalid extends TaggedError("WebhookInvalid")<{
  /** `signature` where nobody vouches for it, or it is old; `body` where it is no event. */
  readonly reason: "signature" | "body"
  /** What is wrong with it. */
  readonly message: string
}> {}

/** An event of one type, as it is on the wire. */
export interface ReceivedEvent<Type extends EventType = EventType> {
  readonly object: "event"
  /** `event_` and a ULID: the same however often it is sent. */
  readonly id: string
  /** What happened. */
  readonly type: Type
  /** The API revision that its resource is shown in. */
  readonly api_version: string
  /** When it happened, in RFC 3339. */
  readonly occurred_at: string
  /** Null in what is sent; retrieving the event says when it was first taken. */
  readonly delivered_at: string | null
  /** Whether it is of live mode. */
  readonly livemode: boolean
  /** What it is about. */
  readonly data: {
    /** The resource as retrieving it answered then. */
    readonly object: EventObject<Type>
    /** The payment that it is or belongs to; absent where there is none. */
    readonly payment_id?: string
    /** Grows with every change of the resource: the higher one is the newer state. */
    readonly version: number
  }
}

/** An event of a type that is newer than this release. */
export interface NewerEvent extends Omit<ReceivedEvent, "type" | "data"> {
  readonly type: string
  readonly data: Omit<ReceivedEvent["data"], "object"> & {
    /** The resource as retrieving it answered then. */
    readonly object: {
      readonly object: string
      readonly id: string
      readonly [field: string]: unknown
    }
  }
}

/** An event as it is received: `type` tells what `data.object` is. */
export type WebhookEvent = { [Type in EventType]: ReceivedEvent<Type> }[EventType]

/**
 * What an event is to a receiver: `new`; `seen`, since it was handled before; or `outdated`, since
 * a newer state of the same resource was.
 */
export type WebhookStanding = "new" | "seen" | "outdated"

/**
 * What a receiver remembers. One over a table of your own lets several processes drop what any of
 * them has seen: keep the event's id, and the version by the resource's id.
 */
export interface WebhookMemory {
  /** How an event stands to what was handled. */
  readonly standing: (
    event: WebhookEvent | NewerEvent
  ) => WebhookStanding | Promise<WebhookStanding>
  /** Keeps that an event was handled. */
  readonly remember: (event: WebhookEvent | NewerEvent) => void | Promise<void>
}

/** What is received: as a body was read, byte for byte, and its headers. */
export interface ReceivedWebhook {
  readonly headers: Headers | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  /** As it came: a body that was parsed and written again has another signature. */
  readonly body: string
}

/** What a receiver goes by. */
export interface WebhookReceiverOptions {
  /** The endpoint's secret, `whsec_…`; both while it is rotated. */
  readonly secret: string | ReadonlyArray<string>
  /** What was handled; this process alone remembers it, the last 10,000, unless told. */
  readonly memory?: WebhookMemory
  /**
   * What time it is, in milliseconds since the epoch; the machine's unless told. For tests and
   * simulations, whose engine signs in a time of its own.
   */
  readonly now?: () => number
  /**
   * Handles an event of a type that this release doesn't know, which a newer engine may tell of:
   * it is let be unless told, and nothing else is handed one.
   */
  readonly handleNewer?: (event: NewerEvent) => unknown
}

/** Takes webhooks. */
export interface WebhookReceiver {
  /**
   * Answers a request of a web-standard server: 204 once it is handled, or was before; 400 to what
   * is no webhook of this endpoint; 500 where the handler fails, so that it is sent again.
   */
  readonly respond: (
    request: Request,
    handle: (event: WebhookEvent) => unknown
  ) => Promise<Response>
  /**
   * Has an event handled, unless it was before or a newer state of its resource was; answers how
   * it stood. Rejects with `WebhookInvalid` what isn't to be believed, and with what the handler
   * fails with: then it is not remembered.
   */
  readonly take: (
    received: ReceivedWebhook,
    handle: (event: WebhookEvent) => unknown
  ) => Promise<WebhookStanding>
}

const machineTime = (): number => Effect.runSync(Clock.currentTimeMillis)

/** More than any event has. */
const largestBody = 1_048_576

/**
 * The receiving side of webhooks, with no engine behind it: verifies the signature, drops what was
 * seen and what is older than known, and hands out events that are typed by their type.
 *
 * @example
 * ```ts
 * const webhooks = webhookReceiver({ secret: process.env.WEBHOOK_SECRET })
 * app.post("/hooks", (context) =>
 *   webhooks.respond(context.req.raw, async (event) => {
 *     if (event.type === "payment.succeeded") await ship(event.data.object.id)
 *   })
 * )
 * ```
 */
export const webhookReceiver = ({
  secret,
  memory = processMemory(),
  handleNewer = () => undefined,
  now = machineTime
}: WebhookReceiverOptions): WebhookReceiver => {
  const verifies = signatureCheck(typeof secret === "string" ? [secret] : secret, now)
  const underWay = new Map<string, Promise<unknown>>()

  const handled = (event: WebhookEvent | NewerEvent, handle: (event: WebhookEvent) => unknown) =>
    Effect.gen(function* () {
      const before = underWay.get(event.id)
      // Sent twice at a time it is handled once: whether that is needed, the first one tells.
      if (before !== undefined) yield* Effect.promise(() => before.catch(() => undefined))
      const standing = yield* promised(() => memory.standing(event))
      if (standing !== "new") return standing
      yield* promised(() => (isKnown(event) ? handle(event) : handleNewer(event)))
      yield* promised(() => memory.remember(event))
      return standing
    })

  const take: WebhookReceiver["take"] = (received, handle) =>
    Result.match(readEvent(verifies, received), {
      onFailure: (error) => Promise.reject(error),
      onSuccess: (event) => {
        const taking = Effect.runPromise(handled(event, handle))
        underWay.set(event.id, taking)
        const over = () => {
          if (underWay.get(event.id) === taking) underWay.delete(event.id)
        }
        return taking.finally(over)
      }
    })

  const respond: WebhookReceiver["respond"] = (request, handle) =>
    readText(request, largestBody)
      .then((body) =>
        body === null ? 413 : take({ headers: request.headers, body }, handle).then(() => 204)
      )
      .catch((error: unknown) => (error instanceof WebhookInvalid ? 400 : 500))
      .then((status) => new Response(null, { status }))

  return { respond, take }
}

const promised = <A>(make: () => A | Promise<A>) =>
  Effect.tryPromise({ try: () => Promise.resolve(make()), catch: (error) => error })

const invalid = (reason: WebhookInvalid["reason"], message: string) =>
  Result.fail(new WebhookInvalid({ reason, message }))

const readEvent = (
  verifies: SignatureCheck,
  { headers, body }: ReceivedWebhook
): Result.Result<WebhookEvent | NewerEvent, WebhookInvalid> => {
  if (typeof body !== "string") return invalid("body", "It must be the text that came, unparsed.")
  if (body.length > largestBody) return invalid("body", "It is larger than any event.")
  const signed = plainHeaders(headers)
  if (!verifies(signed, body)) {
    return invalid("signature", "Its signature doesn't hold for this secret, or is not of now.")
  }
  const event = Result.getOrElse(
    Result.try((): unknown => JSON.parse(body)),
    () => null
  )
  return isEvent(event) && event.id === signed["webhook-id"]
    ? Result.succeed(event)
    : invalid("body", "It is no event of Payloom's.")
}

const plainHeaders = (headers: ReceivedWebhook["headers"]): Record<string, string> => {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers)
  return Object.fromEntries(
    entries.flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), String(value)]]
    )
  )
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const knownTypes: ReadonlySet<string> = new Set(eventTypes)

const isKnown = (event: WebhookEvent | NewerEvent): event is WebhookEvent =>
  knownTypes.has(event.type)

const isEvent = (value: unknown): value is WebhookEvent | NewerEvent =>
  isFields(value) &&
  value.object === "event" &&
  typeof value.id === "string" &&
  typeof value.type === "string" &&
  isFields(value.data) &&
  typeof value.data.version === "number" &&
  isFields(value.data.object) &&
  typeof value.data.object.object === "string" &&
  typeof value.data.object.id === "string"
