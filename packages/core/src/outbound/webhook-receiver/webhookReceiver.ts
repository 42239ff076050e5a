import { Clock, Effect, Result } from "effect"
import { TaggedError } from "../../kernel/primitives/TaggedError.ts"
import type { EventType } from "../../platform/events/EventRecord.ts"
import { eventTypes } from "../../platform/events/eventTypes.ts"
import type { EventObject } from "../event-catalog/EventObject.ts"
import { readText } from "./readText.ts"
import { type SignatureCheck, signatureCheck } from "./signatureCheck.ts"
import { processMemory } from "./webhookMemory.ts"

/** The request is not a valid webhook of this endpoint. Don't trust it. */
export class WebhookInvalid extends TaggedError("WebhookInvalid")<{
  /** `signature` if the signature is wrong or old, `body` if the body is not an event. */
  readonly reason: "signature" | "body"
  /** The problem. */
  readonly message: string
}> {}

/** An event of one type, in its wire format. */
export interface ReceivedEvent<Type extends EventType = EventType> {
  readonly object: "event"
  /** `event_` and a ULID. It is the same for each delivery. */
  readonly id: string
  /** The type. */
  readonly type: Type
  /** The API version in which its resource is shown. */
  readonly api_version: string
  /** The time of the change, in RFC 3339. */
  readonly occurred_at: string
  /** Null in deliveries. Retrieve the event for the time of its first delivery. */
  readonly delivered_at: string | null
  /** True in live mode. */
  readonly livemode: boolean
  /** The resource that the event is about. */
  readonly data: {
    /** The resource, as it was retrievable at that time. */
    readonly object: EventObject<Type>
    /** The id of the payment that the resource is or belongs to. Absent if there is none. */
    readonly payment_id?: string
    /** Grows with every change of the resource. The higher version is newer. */
    readonly version: number
  }
}

/** An event whose type this release does not have: of a newer engine, or of a module. */
export interface NewerEvent extends Omit<ReceivedEvent, "type" | "data"> {
  readonly type: string
  readonly data: Omit<ReceivedEvent["data"], "object"> & {
    /** The resource, as it was retrievable at that time. */
    readonly object: {
      readonly object: string
      readonly id: string
      readonly [field: string]: unknown
    }
  }
}

/** An event as it is received. `type` determines `data.object`. */
export type WebhookEvent = { [Type in EventType]: ReceivedEvent<Type> }[EventType]

/**
 * The state of an event for a receiver. `new`, `seen` if it was handled before, or `outdated` if a
 * newer version of its resource was handled.
 */
export type WebhookStanding = "new" | "seen" | "outdated"

/**
 * The memory of a receiver. A memory over a table of yours lets several processes drop events that
 * any of them has seen. Store the event's id, and the version by the resource's id.
 */
export interface WebhookMemory {
  /** Returns the state of an event, compared with the handled ones. */
  readonly standing: (
    event: WebhookEvent | NewerEvent
  ) => WebhookStanding | Promise<WebhookStanding>
  /** Stores that an event was handled. */
  readonly remember: (event: WebhookEvent | NewerEvent) => void | Promise<void>
}

/** A received request: its headers, and its body byte for byte. */
export interface ReceivedWebhook {
  readonly headers: Headers | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  /**
   * The body as it was received. A body that was parsed and serialized again has another signature.
   */
  readonly body: string
}

/** The options of a receiver. */
export interface WebhookReceiverOptions {
  /** The endpoint's secret, `whsec_…`. Give both secrets during a rotation. */
  readonly secret: string | ReadonlyArray<string>
  /** The memory of handled events. The default remembers the last 10,000 in this process. */
  readonly memory?: WebhookMemory
  /**
   * Returns the current time, in milliseconds since the epoch. The default is the machine's clock.
   * Set it in tests and simulations, whose engine signs by a clock of its own.
   */
  readonly now?: () => number
  /**
   * Handles an event whose type this release doesn't have. Newer engines send such events, and
   * modules of others do. By default they are ignored.
   */
  readonly handleNewer?: (event: NewerEvent) => unknown
  /**
   * Called with the error of each request that `respond` does not accept: `WebhookInvalid` with an
   * answer of 400, and the handler's error with 500. By default the error is logged.
   */
  readonly onError?: (error: unknown) => void
}

/** Receives webhooks. */
export interface WebhookReceiver {
  /**
   * Answers a request of a web-standard server:
   * - 204 if the event was handled, now or before,
   * - 400 if the request is not a webhook of this endpoint,
   * - 413 if the body is too large,
   * - 500 if the handler fails, so that the event is sent again. The same if the body was read
   *   before, for example by a body parser.
   *
   * An answer of 400 contains the reason. The engine shows it with the delivery. An answer of 500
   * does not contain the handler's error: it is passed to `onError`.
   */
  readonly respond: (
    request: Request,
    handle: (event: WebhookEvent) => unknown
  ) => Promise<Response>
  /**
   * Handles an event, unless it or a newer version of its resource was handled before. Returns the
   * event's state. Rejects with `WebhookInvalid` if the request can't be trusted, or with the
   * handler's error. Then the event is not remembered.
   */
  readonly take: (
    received: ReceivedWebhook,
    handle: (event: WebhookEvent) => unknown
  ) => Promise<WebhookStanding>
}

const machineTime = (): number => Effect.runSync(Clock.currentTimeMillis)

/** More than any event has, in bytes. */
const largestBody = 1_048_576

/**
 * Returns the receiving side of webhooks, which needs no engine. It verifies the signature, drops
 * duplicates and outdated events, and passes on events that are typed by their type.
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
  now = machineTime,
  onError = logged
}: WebhookReceiverOptions): WebhookReceiver => {
  const verifies = signatureCheck([secret].flat(), now)
  const underWay = new Map<string, Promise<unknown>>()

  const handled = (event: WebhookEvent | NewerEvent, handle: (event: WebhookEvent) => unknown) =>
    Effect.gen(function* () {
      const before = underWay.get(event.id)
      // If an event arrives twice at the same time, the second waits for the first. The memory then
      // decides if the second is still needed.
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
    unreadText(request)
      .then((body) =>
        body === null
          ? new Response(null, { status: 413 })
          : take({ headers: request.headers, body }, handle).then(
              () => new Response(null, { status: 204 })
            )
      )
      .catch((error: unknown) => {
        // A log that throws must not leave the sender without an answer.
        Result.try(() => onError(error))
        return error instanceof WebhookInvalid
          ? new Response(error.message, { status: 400 })
          : new Response("The receiver failed. Its log has the error.", { status: 500 })
      })

  return { respond, take }
}

const logged = (error: unknown) =>
  Effect.runSync(
    error instanceof WebhookInvalid
      ? Effect.logWarning(`A webhook was refused: ${error.message}`)
      : Effect.logError("A webhook was not handled. It is sent again.", error)
  )

/** Rejects if a body parser has read the body, because the signature is that of its bytes. */
const unreadText = (request: Request): Promise<string | null> =>
  request.bodyUsed ? Promise.reject(new TypeError(readBefore)) : readText(request, largestBody)

const readBefore =
  "The body was read before respond was called: call respond before any body parser."

const promised = <A>(make: () => A | Promise<A>) =>
  Effect.tryPromise({ try: () => Promise.resolve(make()), catch: (error) => error })

const invalid = (reason: WebhookInvalid["reason"], message: string) =>
  Result.fail(new WebhookInvalid({ reason, message }))

const readEvent = (
  verifies: SignatureCheck,
  { headers, body }: ReceivedWebhook
): Result.Result<WebhookEvent | NewerEvent, WebhookInvalid> => {
  if (typeof body !== "string") return invalid("body", "The body must be the unparsed text.")
  if (body === "") {
    return invalid("body", "The body is empty. Was it read before, for example by a body parser?")
  }
  if (body.length > largestBody) return invalid("body", "The body is larger than any event.")
  const signed = plainHeaders(headers)
  const problem = verifies(signed, body)
  if (problem !== null) return invalid("signature", problem)
  const event = Result.getOrElse(
    Result.try((): unknown => JSON.parse(body)),
    () => null
  )
  return isEvent(event) && event.id === signed["webhook-id"]
    ? Result.succeed(event)
    : invalid("body", "The body is not an event of Payloom.")
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
