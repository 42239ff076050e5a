import { EventType, eventCatalog, eventSchema } from "@payloom/core"
import { type Components, type Json, wireSchema } from "./wireSchema.ts"

/** What webhooks are, for readers of the document. */
export const webhookTag: Json = {
  name: "Webhooks",
  description:
    "What happened, posted to the endpoints of an account, after the Standard Webhooks " +
    "specification: the same objects that `retrieveEvent` answers. Events may come twice, and " +
    "those of one resource out of order: drop ids that were seen, and what has a lower " +
    "`data.version` than is known. New types are added in time: answer 2xx to those that you " +
    "don't know."
}

const names = ["WebhookId", "WebhookTimestamp", "WebhookSignature"] as const

const header = (name: string, description: string): Json => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" }
})

/** The headers of a webhook, by the names they are referred to with. */
export const webhookParameters: { readonly [Name in (typeof names)[number]]: Json } = {
  WebhookId: header(
    "webhook-id",
    "The event's id: the same however often it is sent. What was seen can be dropped."
  ),
  WebhookTimestamp: header(
    "webhook-timestamp",
    "When it was sent, in seconds since the epoch. Refuse what is older than five minutes."
  ),
  WebhookSignature: header(
    "webhook-signature",
    "`v1,` and the base64 of an HMAC-SHA256 by the endpoint's secret, over id, timestamp and " +
      "body with a dot between them. For a day after a rotation two of them stand there, apart " +
      "by a space: one that holds is enough."
  )
}

/** What an endpoint may answer, by the names that is referred to with. */
export const webhookResponses: Json = {
  WebhookTaken: { description: "The event was taken; what the body says doesn't count." },
  WebhookGone: {
    description:
      "Nobody takes events here any more: the endpoint is disabled, and sent nothing until it is " +
      "enabled again."
  },
  WebhookNotTaken: {
    description:
      "The event was not taken; nor is it by a redirect, which is not followed, or by no answer " +
      "in 15 seconds. It is sent again after waits that grow, for three days: later where " +
      "`Retry-After` says so."
  }
}

const responseRef = (name: string): Json => ({ $ref: `#/components/responses/${name}` })

/** `paymentSucceeded`, say. */
const operationIdOf = (type: string): string =>
  type.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase())

interface ObjectSchema {
  readonly properties: Readonly<Record<string, Json>>
}

/** What is sent of a type: its resource is referred to, so that a client has one type of it. */
const schemaOf = (type: EventType, components: Components): Json => {
  const { event, object } = eventSchema(type)
  const ref = wireSchema(event, components, "ignore")
  const name = String(ref.$ref).split("/").at(-1) ?? ""
  const { properties, ...whole } = components[name] as Json & ObjectSchema
  const data = properties.data as Json & ObjectSchema
  const resource = wireSchema(object, components, "ignore")
  components[name] = {
    ...whole,
    properties: {
      ...properties,
      type: { type: "string", const: type },
      data: { ...data, properties: { ...data.properties, object: resource } }
    }
  }
  return ref
}

/** Every type of event that merchants are told of, as its webhook; the schemas are added. */
export const webhooks = (components: Components): Json =>
  Object.fromEntries(
    EventType.literals.map((type) => [
      type,
      {
        post: {
          operationId: operationIdOf(type),
          summary: type,
          description: eventCatalog[type].when,
          tags: [webhookTag.name],
          security: [],
          parameters: names.map((name) => ({ $ref: `#/components/parameters/${name}` })),
          requestBody: {
            required: true,
            content: { "application/json": { schema: schemaOf(type, components) } }
          },
          responses: {
            "2XX": responseRef("WebhookTaken"),
            410: responseRef("WebhookGone"),
            default: responseRef("WebhookNotTaken")
          }
        }
      }
    ])
  )
