import { openApiDocument } from "@payloom/adapter-http"
import { EventType } from "@payloom/core"
import { Ajv2020 } from "ajv/dist/2020.js"
import { describe, expect, it } from "vitest"
import { everyEvent, type SentWebhook } from "./everyEvent.ts"

const sent = await everyEvent()

/** Validates against the document, or exactly: without fields that it doesn't name. */
const validating = (isExact: boolean) => {
  const text = JSON.stringify(openApiDocument())
  const document = isExact
    ? text.replaceAll('"additionalProperties":true', '"additionalProperties":false')
    : text
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addSchema(JSON.parse(document), "openapi")
  const body = "post/requestBody/content/application~1json/schema"
  const validators = new Map(
    EventType.literals.map((type) => [
      type,
      ajv.compile({ $ref: `openapi#/webhooks/${type}/${body}` })
    ])
  )
  return (webhook: Pick<SentWebhook, "type" | "body">): ReadonlyArray<string> => {
    const validate = validators.get(webhook.type) ?? expect.fail(webhook.type)
    validate(JSON.parse(webhook.body))
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}

/** Each compiles all schemas, so the tests share them. */
const [complaints, exactly] = [validating(false), validating(true)]

describe("the webhooks of all events", () => {
  it("have every published type", () => {
    expect([...new Set(sent.map(({ type }) => type))].toSorted()).toEqual(
      EventType.literals.toSorted()
    )
  })

  it("match the OpenAPI schema of their type, field by field", () => {
    for (const webhook of sent) {
      expect([webhook.type, complaints(webhook), exactly(webhook)]).toEqual([webhook.type, [], []])
    }
  })

  it("match the schema of no other type", () => {
    for (const webhook of sent) {
      const others = EventType.literals.filter((type) => type !== webhook.type)
      for (const type of others) expect(complaints({ ...webhook, type })).not.toEqual([])
    }
  })

  it("have every field that the schema requires", () => {
    for (const webhook of sent) {
      const event = JSON.parse(webhook.body)
      for (const field of Object.keys(event.data.object)) {
        const { [field]: _, ...object } = event.data.object
        const body = JSON.stringify({ ...event, data: { ...event.data, object } })
        expect([field, complaints({ ...webhook, body })]).not.toEqual([field, []])
      }
    }
  })

  it("have the headers that the document names", () => {
    const { parameters } = openApiDocument().components as {
      readonly parameters: Readonly<Record<string, { readonly name: string }>>
    }
    const names = Object.values(parameters).map(({ name }) => name)
    const own = names.filter((name) => name.startsWith("webhook-"))
    expect(own).toHaveLength(3)
    for (const { headers } of sent)
      expect(Object.keys(headers)).toEqual(expect.arrayContaining(own))
  })

  it("are the same in every run, byte for byte", async () => {
    expect(await everyEvent()).toEqual(sent)
  })
})
