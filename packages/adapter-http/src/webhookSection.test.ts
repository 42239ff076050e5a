import { EventType, eventCatalog } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { openApiDocument } from "./openApi.ts"
import type { Json } from "./testing/shopClient.ts"

const document = openApiDocument()
const webhooks = document.webhooks as Readonly<Record<string, { readonly post: Json }>>
const components = document.components as Readonly<Record<string, Readonly<Record<string, Json>>>>

/** Returns the target of a reference. */
const led = ({ $ref }: Json): Json => {
  const [kind = "", name = ""] = String($ref).split("/").slice(-2)
  return components[kind]?.[name] ?? {}
}

const bodyOf = (type: string): Json => {
  const body = webhooks[type]?.post.requestBody as Json | undefined
  const content = body?.content as Readonly<Record<string, Json>> | undefined
  return led((content?.["application/json"]?.schema ?? {}) as Json)
}

/** The retrieve operations by the beginnings of event types. */
const resources = {
  payment: "Payment",
  refund: "Refund",
  dispute: "Dispute",
  subscription: "Subscription",
  card: "PaymentInstrument"
} as const

describe("the webhooks in the OpenAPI document", () => {
  it("are the types of events that merchants receive, and when", () => {
    expect(Object.keys(webhooks).toSorted()).toEqual(EventType.literals.toSorted())
    for (const type of EventType.literals) {
      expect(webhooks[type]?.post.description).toBe(eventCatalog[type].when)
    }
  })

  it("have their type and their resource each, with the schema of its retrieve operation", () => {
    for (const type of EventType.literals) {
      const { properties } = bodyOf(type) as { readonly properties: Readonly<Record<string, Json>> }
      const [subject = ""] = type.split(".")
      const name = resources[subject as keyof typeof resources]
      expect(properties.type).toMatchObject({ type: "string", const: type })
      expect(properties.data?.properties).toMatchObject({
        object: { $ref: `#/components/schemas/${name}` }
      })
    }
  })

  it("name the payment of resources that belong to one, and only of those", () => {
    for (const type of EventType.literals) {
      const data = (bodyOf(type).properties as Json).data as Json
      const isOfPayment = /^(payment|refund|dispute)\./.test(type)
      expect([type, data.required]).toEqual([
        type,
        isOfPayment ? ["object", "payment_id", "version"] : ["object", "version"]
      ])
    }
  })

  it("have the headers for verifying them, and no key", () => {
    for (const { post } of Object.values(webhooks)) {
      const headers = (post.parameters as ReadonlyArray<Json>).map(led)
      expect(headers.map((header) => [header.name, header.in, header.required])).toEqual([
        ["webhook-id", "header", true],
        ["webhook-timestamp", "header", true],
        ["webhook-signature", "header", true]
      ])
      expect(post.security).toEqual([])
    }
  })

  it("describe received, disabled and retried deliveries", () => {
    for (const { post } of Object.values(webhooks)) {
      const responses = post.responses as Readonly<Record<string, Json>>
      const said = Object.entries(responses).map(([status, ref]) => [status, led(ref).description])
      expect(Object.fromEntries(said)).toEqual({
        "2XX": expect.stringContaining("was received"),
        410: expect.stringContaining("disabled"),
        default: expect.stringContaining("is retried")
      })
    }
  })
})
