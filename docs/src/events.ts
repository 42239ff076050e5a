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
  /** What `data.object` is, and where it is read. */
  readonly about: string
}

/** By what events are about; a new resource doesn't compile until it is here. */
const chapters: Readonly<Record<ResourceName, Chapter>> = {
  payment: { title: "Payments", about: "a `Payment`, as `GET /payments/{id}` answers it" },
  refund: { title: "Refunds", about: "a `Refund`, as `GET /payments/{id}/refunds` lists it" },
  dispute: { title: "Disputes", about: "a `Dispute`, as `GET /disputes/{id}` answers it" },
  subscription: {
    title: "Subscriptions",
    about: "a `Subscription`, as `GET /subscriptions/{id}` answers it"
  },
  payment_instrument: {
    title: "Cards",
    about: "a `PaymentInstrument`, as `GET /payment_instruments/{id}` answers it"
  }
}

/** What consumers in the process are handed and merchants are not told of, but for alerts. */
const internal: Readonly<
  Record<Exclude<InternalEventType, AlertType>, readonly [about: string, when: string]>
> = {
  "payment.canceled": ["payment", "The payment was canceled before it was charged."],
  "payment.partially_refunded": ["payment", "A part of what was captured was refunded."],
  "payment.refunded": ["payment", "All that was captured was refunded."],
  "capture.failed": ["capture", "A capture was not carried out."],
  "void.failed": ["void", "A void was not carried out."]
}

const units = [
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1000]
] as const

/** `5 min`, say. */
const spanOf = (ms: number): string => {
  const [unit, length] = units.find(([, each]) => ms >= each) ?? ["s", 1000]
  return `${Math.round(ms / length)} ${unit}`
}

const listOf = (waits: ReadonlyArray<number>): string => {
  const spans = waits.map(spanOf)
  return `${spans.slice(0, -1).join(", ")} and ${spans.at(-1)}`
}

const bodyOf = ({ body }: SentWebhook): string => JSON.stringify(JSON.parse(body), null, 2)

/** Headings are linked to without their dots. */
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
  `\`type\` says what happened, and with that what \`data.object\` is: the resource as it stood
   then, in the form in which it is read over HTTP. Amounts are texts of minor units.`,
  "`id` is the same wherever and however often an event is told. What was seen can be dropped.",
  `\`data.version\` grows with every change of the resource. Of two events the higher one is the
   newer state, so what is older than known can be dropped, too; two that were told at once have the
   same one.`,
  "`data.payment_id` is the payment that the resource is, or belongs to.",
  `\`delivered_at\` is when an endpoint first took it. It is null in what is sent, and known to
   whoever retrieves the event.`
)}

${wrapped(`The types are in the OpenAPI document as well: \`webhooks\` has a schema for each, and
  a test holds every example to its schema. In TypeScript, \`event.type === "payment.succeeded"\`
  makes \`event.data.object\` a payment, for \`shop.events\`, for consumers, and for receivers of
  webhooks.`)}`

const waits = Array.from({ length: mostTries - 1 }, (_, tries) => waitAfter(tries + 1))

const inTheProcess = `${wrapped(`**In the process**, \`payloom.events.consume(name, handler)\` hands
  a handler every event, these and [those that stay inside](#inside): at least once, and those of
  one payment, or of another resource, in the order in which they happened. One that the handler
  fails on is tried ${mostTries} times, with waits of ${listOf(waits)}, and those of the same
  resource wait behind it. Then it is set aside with [an alert](../operating/alerts.md), and the others
  follow.`)}

\`\`\`ts
await payloom.events.consume(
  "shipping",
  async ({ data: { object: payment } }) => ship(payment.id, payment.metadata),
  { types: ["payment.succeeded"] }
)
\`\`\``

const byWebhooks = (example: SentWebhook): string => `${wrapped(`**By webhooks**, endpoints that
  \`shop.webhooks.create({ url, types })\` made are sent those that are published, after the
  [Standard Webhooks](https://www.standardwebhooks.com) specification:`)}

\`\`\`http
${requestOf(example)}
\`\`\`

${points(
  `The signature is an HMAC-SHA256 over id, timestamp and body, with a dot between them. For a day
   after a secret was rotated there are two of them, by the new one and by the old. Whatever
   verifies Standard Webhooks verifies it; \`webhookReceiver\` of \`@payloom/core/webhooks\` also
   drops what was seen and what is older than known.`,
  `An event was taken where the answer is 2xx within ${spanOf(webhookTimeoutMs)}. Redirects are not
   followed.`,
  `Otherwise it is sent again after ${listOf(webhookWaitsMs)}, a tenth more or less, and later where
   the answer has \`Retry-After\`. Then its delivery has failed: \`shop.webhooks.replay\` sends it
   again.`,
  `An answer of 410 disables the endpoint, and so does taking nothing for three days; somebody hears
   of it by [an alert](../operating/alerts.md).`,
  "Events may come twice, and those of one resource in another order than they happened."
)}`

/** `events.md`: what there is to be told of, and how one is told. */
export const events = async (): Promise<string> => {
  const sent = await everyEvent()
  const firsts = new Map(sent.toReversed().map((webhook) => [webhook.type, webhook]))
  const names = Object.keys(chapters) as ReadonlyArray<ResourceName>
  return `# Events

Whatever changes is told by an event, which is written in the commit of the change and stays as it
is. Each example below is what an endpoint was sent in a simulation, with the sandbox as its bank.

| Event | When |
|---|---|
${table()}

Types are added in time, and fields: a receiver answers 2xx to types that it doesn't know, and lets
be fields that it doesn't.

${anEvent}

## How it is told

${inTheProcess}

${byWebhooks(firstOf("payment.succeeded", firsts))}

**For those who missed something**, \`shop.events.list\` and \`GET /events\` answer the same
objects, newest first.

${names.map((object) => chapterOf(object, firsts)).join("\n\n")}

## Inside

Handed to consumers, and to nobody else: their \`published\` is false. [Alerts](../operating/alerts.md) are among
them, which are what a person should look at.

| Event | About | When |
|---|---|---|
${insideTable()}
`
}
