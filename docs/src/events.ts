import { type AlertType, EventType, eventCatalog, type InternalEventType } from "@payloom/core"
import { mostTries, waitAfter } from "../../packages/core/src/outbound/consumers/Consumer.ts"
import {
  webhookTimeoutMs,
  webhookWaitsMs
} from "../../packages/core/src/outbound/webhooks/deliverWebhook.ts"
import { everyEvent, type SentWebhook } from "./everyEvent.ts"
import { points, wrapped } from "./wrapped.ts"

type ResourceName = (typeof eventCatalog)[EventType]["object"]

interface Chapter {
  readonly title: string
  /** The type of `data.object`, and the request that returns it. */
  readonly about: string
}

/** One chapter for each resource. A new resource doesn't compile until it is here. */
const chapters: Readonly<Record<ResourceName, Chapter>> = {
  payment: { title: "Payments", about: "a `Payment`, as `GET /payments/{id}` returns it" },
  refund: { title: "Refunds", about: "a `Refund`, as `GET /payments/{id}/refunds` lists it" },
  dispute: { title: "Disputes", about: "a `Dispute`, as `GET /disputes/{id}` returns it" },
  subscription: {
    title: "Subscriptions",
    about: "a `Subscription`, as `GET /subscriptions/{id}` returns it"
  },
  payment_instrument: {
    title: "Cards",
    about: "a `PaymentInstrument`, as `GET /payment_instruments/{id}` returns it"
  }
}

/** Events that only consumers in the process receive, apart from alerts. */
const internal: Readonly<
  Record<Exclude<InternalEventType, AlertType>, readonly [about: string, when: string]>
> = {
  "payment.canceled": ["payment", "The payment was canceled before it was charged."],
  "payment.partially_refunded": ["payment", "A part of the captured amount was refunded."],
  "payment.refunded": ["payment", "The whole captured amount was refunded."],
  "capture.failed": ["capture", "A capture failed."],
  "void.failed": ["void", "A void failed."],
  "increment.failed": [
    "increment",
    "The issuer declined to raise a hold. The hold stays as it was."
  ]
}

const units = [
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1000]
] as const

/** Formats a duration in its largest unit, for example `5 min`. */
const spanOf = (ms: number): string => {
  const [unit, length] = units.find(([, each]) => ms >= each) ?? ["s", 1000]
  return `${Math.round(ms / length)} ${unit}`
}

const listOf = (waits: ReadonlyArray<number>): string => {
  const spans = waits.map(spanOf)
  return `${spans.slice(0, -1).join(", ")} and ${spans.at(-1)}`
}

const bodyOf = ({ body }: SentWebhook): string => JSON.stringify(JSON.parse(body), null, 2)

/** Links to a heading. Its anchor has no dots. */
const linked = (type: string): string => `[\`${type}\`](#${type.replaceAll(".", "")})`

const requestOf = (webhook: SentWebhook): string => {
  const headers = Object.entries(webhook.headers).map(([name, value]) => `${name}: ${value}`)
  return `POST /hooks HTTP/1.1\n${headers.join("\n")}\n\n${bodyOf(webhook)}`
}

const section = (type: EventType, webhook: SentWebhook): string => `### ${type}

${eventCatalog[type].when}

<details><summary>Example</summary>

\`\`\`json
${bodyOf(webhook)}
\`\`\`

</details>`

const chapterOf = (object: ResourceName, firsts: ReadonlyMap<EventType, SentWebhook>): string => {
  const { title, about } = chapters[object]
  const sections = EventType.literals
    .filter((type) => eventCatalog[type].object === object)
    .map((type) => section(type, firstOf(type, firsts)))
  return `## ${title}\n\n\`data.object\` is ${about}.\n\n${sections.join("\n\n")}`
}

const firstOf = (type: EventType, firsts: ReadonlyMap<EventType, SentWebhook>): SentWebhook => {
  const first = firsts.get(type)
  if (first === undefined) throw new Error(`There is no example of ${type}.`)
  return first
}

const table = (): string =>
  EventType.literals.map((type) => `| ${linked(type)} | ${eventCatalog[type].when} |`).join("\n")

const insideTable = (): string =>
  Object.entries(internal)
    .map(([type, [about, when]]) => `| \`${type}\` | ${about} | ${when} |`)
    .join("\n")

const anEvent = `## An event

${points(
  `\`type\` says what happened and which resource \`data.object\` is. The object is the resource at
   that time, in the form of the HTTP API. Amounts are strings in minor units.`,
  "`id` is the same in every delivery of an event. Drop an event whose id you have seen.",
  `\`data.version\` grows with every change of the resource. Of two events, the event with the
   higher version has the newer state. So you can drop an event that is older than your state.
   Events of the same commit have the same version.`,
  "`data.payment_id` is the id of the payment, or of the payment that the resource belongs to.",
  `\`delivered_at\` is the time at which an endpoint first accepted the event. It is null in a
   delivery, and set when you retrieve the event.`
)}

${wrapped(`The OpenAPI document has the types too. Its \`webhooks\` has a schema for each, and a
  test checks every example against its schema. In TypeScript,
  \`event.type === "payment.succeeded"\` makes \`event.data.object\` a payment, for
  \`shop.events\`, for consumers, and for receivers of webhooks.`)}`

const waits = Array.from({ length: mostTries - 1 }, (_, tries) => waitAfter(tries + 1))

const inTheProcess = `${wrapped(`**In the process.** \`payloom.events.consume(name, handler)\`
  passes every event to a handler, including [internal events](#internal-events). Each event
  arrives at least once. Events of one payment, or of another resource, arrive in the order in which
  they happened. If the handler fails on an event, it is tried ${mostTries} times, with waits of
  ${listOf(waits)}. Later events of the same resource wait. Then the event is set aside with
  [an alert](../operating/alerts.md), and the later events follow.`)}

\`\`\`ts
await payloom.events.consume(
  "shipping",
  async ({ data: { object: payment } }) => ship(payment.id, payment.metadata),
  { types: ["payment.succeeded"] }
)
\`\`\``

const byWebhooks = (example: SentWebhook): string => `${wrapped(`**By webhook.** Create
  endpoints with \`shop.webhooks.create({ url, types })\`. Published events are sent to them, in the
  format of the [Standard Webhooks](https://www.standardwebhooks.com) specification:`)}

\`\`\`http
${requestOf(example)}
\`\`\`

${points(
  `The signature is an HMAC-SHA256 over id, timestamp and body, with a dot between them. For a day
   after a secret was rotated, there are two signatures, with the new secret and with the old.
   Every library for Standard Webhooks can verify them. \`webhookReceiver\` of
   \`@payloom/core/webhooks\` also drops duplicates and stale events.`,
  `An endpoint accepts an event by a 2xx answer within ${spanOf(webhookTimeoutMs)}. Redirects are
   not followed.`,
  `Otherwise it is sent again after ${listOf(webhookWaitsMs)}, each up to a tenth more or less. A
   \`Retry-After\` in the answer makes the wait longer. After the last try the delivery has failed.
   \`shop.webhooks.replay\` sends it again.`,
  `An endpoint is disabled if it answers 410, or if it accepts nothing for three days. Then
   [an alert](../operating/alerts.md) is raised.`,
  "Events may come twice. Events of one resource may come out of order."
)}`

/** Returns the text of `events.md`, all events and their delivery. */
export const events = async (): Promise<string> => {
  const sent = await everyEvent()
  const firsts = new Map(sent.toReversed().map((webhook) => [webhook.type, webhook]))
  const names = Object.keys(chapters) as ReadonlyArray<ResourceName>
  return `# Events

Every change makes an event. The commit of the change writes the event, and it never changes. Each
example below was sent to an endpoint in a simulation, with the sandbox as its bank.

| Event | When |
|---|---|
${table()}

New types and new fields will be added. A receiver must answer 2xx to unknown types, and ignore
unknown fields.

${anEvent}

## Delivery

${inTheProcess}

${byWebhooks(firstOf("payment.succeeded", firsts))}

**By request.** \`shop.events.list\` and \`GET /events\` return the same objects, newest first. Use
them if you missed events.

${names.map((object) => chapterOf(object, firsts)).join("\n\n")}

## Internal events

Only consumers receive these events. Their \`published\` is false.
[Alerts](../operating/alerts.md) are internal events too.

| Event | About | When |
|---|---|---|
${insideTable()}
`
}
