import { type EventDeclaration, eventSchema } from "@payloom/core"
import { type Components, type Json, wireSchema } from "./wireSchema.ts"

/** The description of webhooks for the document. */
export const webhookTag: Json = {
  name: "Webhooks",
  description:
    "Events that are sent to the endpoints of an account, by the Standard Webhooks " +
    "specification. `retrieveEvent` answers the same objects. Events may arrive twice, and " +
    "events of one resource out of order. Ignore ids that you have seen, and events with a lower " +
    "`data.version` than you have. New types are added over time: answer 2xx to types that you " +
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

/** The headers of a webhook, by their names in the components. */
export const webhookParameters: { readonly [Name in (typeof names)[number]]: Json } = {
  WebhookId: header(
    "webhook-id",
    "The event's id. Every delivery of an event has the same id. Ignore ids that you have seen."
  ),
  WebhookTimestamp: header(
    "webhook-timestamp",
    "The time of sending, in seconds since the epoch. Refuse webhooks older than five minutes."
  ),
  WebhookSignature: header(
    "webhook-signature",
    "`v1,` and the base64 of an HMAC-SHA256 with the endpoint's secret, over id, timestamp and " +
      "body with a dot between them. For a day after a rotation there are two signatures, with " +
      "a space between them. One valid signature is enough."
  )
}

/** The possible answers of an endpoint, by their names in the components. */
export const webhookResponses: Json = {
  WebhookTaken: { description: "The event was received. The body is ignored." },
  WebhookGone: {
    description:
      "The endpoint no longer receives events. It is disabled, and gets no events until it is " +
      "enabled again."
  },
  WebhookNotTaken: {
    description:
      "The delivery failed. A redirect and 15 seconds without an answer count as failures too. " +
      "It is retried for three days with growing waits, later if " +
      "`Retry-After` says so."
  }
}

const responseRef = (name: string): Json => ({ $ref: `#/components/responses/${name}` })

/** Returns a name such as `paymentSucceeded`. */
const operationIdOf = (type: string): string =>
  type.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase())

interface ObjectSchema {
  readonly properties: Readonly<Record<string, Json>>
}

/**
 * Returns the schema of an event. It refers to the resource's schema, so that a client has one
 * type.
 */
const schemaOf = (type: string, declared: EventDeclaration, components: Components): Json => {
  const { event, object } = eventSchema(type, declared)
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

/**
 * Returns a webhook for every type of event that merchants receive. Adds the schemas to the
 * components.
 */
export const webhooks = (
  events: Readonly<Record<string, EventDeclaration>>,
  components: Components
): Json =>
  Object.fromEntries(
    Object.entries(events).map(([type, declared]) => [
      type,
      {
        post: {
          operationId: operationIdOf(type),
          summary: type,
          description: declared.when,
          tags: [webhookTag.name],
          security: [],
          parameters: names.map((name) => ({ $ref: `#/components/parameters/${name}` })),
          requestBody: {
            required: true,
            content: { "application/json": { schema: schemaOf(type, declared, components) } }
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
